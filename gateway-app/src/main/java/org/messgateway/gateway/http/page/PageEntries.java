package org.messgateway.gateway.http.page;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.EntryWords;
import org.messgateway.api.PlainWords;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.MediaNode;
import org.messgateway.gateway.exchange.format.MediaNodes;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlReader;
import org.messgateway.gateway.exchange.view.FileLinks;
import org.messgateway.gateway.exchange.view.MediaReferences;
import org.messgateway.gateway.http.page.TaskSheet.EarlierTask;
import org.messgateway.gateway.http.page.TaskSheet.SheetEntry;

/** Makes entries of a thread ready for the page; bytes become addresses on this server. */
final class PageEntries {

  private final FileLinks links;
  private final Function<String, Optional<EarlierTask>> earlier;
  private final String asker;
  private final Texts texts;

  /**
   * @param earlier an earlier task by its ref, where it may be shown
   * @param asker the requestor's name
   * @param texts of the reader
   */
  PageEntries(
      FileLinks links, Function<String, Optional<EarlierTask>> earlier, String asker, Texts texts) {
    this.links = links;
    this.earlier = earlier;
    this.asker = asker;
    this.texts = texts;
  }

  /**
   * @param message the content's message
   * @param document the same as it was read
   */
  List<SheetEntry> of(List<ContentEntry> content, ThreadMessage message, Document document) {
    List<String> remote = MediaReferences.remote(message);
    List<String> local = MediaReferences.local(message);
    List<String> stored = MediaReferences.stored(message);
    boolean inline =
        content.stream().anyMatch(entry -> entry instanceof Media media && media.inline());
    Map<String, Integer> numbers = inline ? numbers(document) : Map.of();
    EntryContext place = new EntryContext(message.position(), numbers, remote, local, stored);
    return content.stream().flatMap(entry -> entry(entry, place).stream()).toList();
  }

  /**
   * Where the bytes of a message are found.
   *
   * @param numbers of data by URI
   * @param remote pictures elsewhere
   * @param local files on the requestor's machine
   * @param stored attachments of threads, by URI
   */
  private record EntryContext(
      int position,
      Map<String, Integer> numbers,
      List<String> remote,
      List<String> local,
      List<String> stored) {}

  /** Empty for what says nothing to people. */
  private Optional<SheetEntry> entry(ContentEntry entry, EntryContext place) {
    return switch (entry) {
      case ContentEntry.Text text ->
          Optional.of(SheetEntry.text("text", PlainWords.text(text.text(), texts)));
      case ContentEntry.UnknownEntry _, ContentEntry.Structured _ -> words("text", entry);
      case ContentEntry.Link _ -> words("url", entry);
      case ContentEntry.Confirmation _ -> words("confirmation", entry);
      case ContentEntry.ErrorEntry errorEntry ->
          Optional.of(SheetEntry.text("error", PlainWords.text(problem(errorEntry), texts)));
      case ContentEntry.Reference reference -> Optional.of(earlier(reference.ref()));
      case ContentEntry.Location at -> Optional.of(location(at));
      case Media media -> Optional.of(media(media, place));
    };
  }

  private static String problem(ContentEntry.ErrorEntry errorEntry) {
    return Objects.requireNonNullElse(errorEntry.message(), "" + errorEntry.code());
  }

  private Optional<SheetEntry> words(String type, ContentEntry entry) {
    String words = new EntryWords(asker, texts).of(entry);
    return words.isBlank() ? Optional.empty() : Optional.of(SheetEntry.text(type, words));
  }

  private SheetEntry media(Media media, EntryContext place) {
    URI address = address(media, place);
    return new SheetEntry(
        media.kind().name().toLowerCase(Locale.ROOT),
        address == null || place.remote().contains(uri(media)) ? elsewhere(media) : null,
        address == null ? null : address.toString(),
        media.name() != null ? media.name() : media.attachment(),
        media.mime(),
        media.size() < 0 ? null : media.size(),
        null,
        null,
        null);
  }

  private @Nullable URI address(Media media, EntryContext place) {
    if (media.attachment() != null) {
      return links.attachment(media.attachment());
    }
    int remote = place.remote().indexOf(uri(media));
    if (remote >= 0 && media.kind() == Media.MediaKind.IMAGE) {
      return links.remote(place.position(), remote);
    }
    int local = place.local().indexOf(uri(media));
    if (local >= 0) {
      return links
          .local(place.position(), local, uri(media))
          .map(FileLinks.LocalFile::uri)
          .orElse(null);
    }
    int stored = place.stored().indexOf(uri(media));
    if (stored >= 0) {
      return links.attachment(MediaReferences.storedName(place.position(), stored));
    }
    Integer number = place.numbers().get(uri(media));
    return number == null ? null : links.inline(place.position(), number);
  }

  private static String uri(Media media) {
    return Objects.requireNonNullElse(media.uri(), "");
  }

  /** The page makes links of web addresses and shows everything else as text. */
  private String elsewhere(Media media) {
    String uri = uri(media);
    if (media.inline()) {
      return texts.get("sheet.entry.unreadable");
    }
    return media.onDisk() ? texts.get("sheet.entry.elsewhere", asker, uri) : uri;
  }

  private SheetEntry earlier(String ref) {
    return new SheetEntry(
        "ref", ref, null, null, null, null, null, null, earlier.apply(ref).orElse(null));
  }

  private SheetEntry location(ContentEntry.Location at) {
    String about = new EntryWords(asker, texts).about(at);
    return new SheetEntry(
        "location",
        about.isEmpty() ? null : about,
        null,
        null,
        null,
        null,
        at.lat(),
        at.lng(),
        null);
  }

  private static Map<String, Integer> numbers(Document document) {
    Map<String, Integer> numbers = new HashMap<>();
    try {
      for (MediaNode node : MediaNodes.of(YamlReader.meaning(document))) {
        String uri = node.media().uri();
        if (node.inline() && uri != null) {
          numbers.putIfAbsent(uri, node.number());
        }
      }
    } catch (ThreadFormatException e) {
      throw new IllegalStateException("a document that was read before cannot be read", e);
    }
    return numbers;
  }
}
