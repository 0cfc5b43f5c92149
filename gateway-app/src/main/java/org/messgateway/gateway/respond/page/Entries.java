package org.messgateway.gateway.respond.page;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.MediaPlace;
import org.messgateway.gateway.exchange.format.MediaPlaces;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlReader;
import org.messgateway.gateway.exchange.view.FileLinks;
import org.messgateway.gateway.exchange.view.LocalPlaces;
import org.messgateway.gateway.exchange.view.RemotePlaces;
import org.messgateway.gateway.respond.page.TaskSheet.Earlier;
import org.messgateway.gateway.respond.page.TaskSheet.Entry;

/** Makes entries of a thread ready for the page; bytes become addresses on this server. */
final class Entries {

  private final FileLinks links;
  private final Function<String, Optional<Earlier>> earlier;
  private final String asker;

  /**
   * @param earlier an earlier task by its ref, where it may be shown
   * @param asker what people call the one who asks
   */
  Entries(FileLinks links, Function<String, Optional<Earlier>> earlier, String asker) {
    this.links = links;
    this.earlier = earlier;
    this.asker = asker;
  }

  /**
   * @param message whose content it is
   * @param document the same as it was read
   */
  List<Entry> of(List<ContentEntry> content, ThreadMessage message, Document document) {
    List<String> remote = RemotePlaces.of(message);
    List<String> local = LocalPlaces.of(message);
    boolean inline =
        content.stream().anyMatch(entry -> entry instanceof Media media && media.inline());
    Map<String, Integer> numbers = inline ? numbers(document) : Map.of();
    return content.stream()
        .filter(entry ->
            !(entry instanceof ContentEntry.Other other && other.type().equals("embedding")))
        .map(entry -> entry(entry, new Place(message.position(), numbers, remote, local)))
        .toList();
  }

  /**
   * Where the bytes of a message are found.
   *
   * @param numbers of data by URI
   * @param remote pictures elsewhere
   * @param local files on the machine of the one who asks
   */
  private record Place(
      int position, Map<String, Integer> numbers, List<String> remote, List<String> local) {}

  private Entry entry(ContentEntry entry, Place place) {
    return switch (entry) {
      case ContentEntry.Text text -> Entry.text("text", text.text());
      case ContentEntry.Other other -> Entry.text("text", text(other));
      case ContentEntry.Link link -> Entry.text("url", link.url());
      case ContentEntry.Reference reference -> earlier(reference.ref());
      case ContentEntry.Location at -> location(at);
      case ContentEntry.Confirmation said ->
          Entry.text("confirmation", (said.confirmed() ? "Yes" : "No") + details(said.details()));
      case ContentEntry.Structured structured ->
          new Entry("json", null, null, null, null, null, structured.value(), null, null, null);
      case ContentEntry.Problem problem ->
          Entry.text("error", Objects.requireNonNullElse(problem.message(), "" + problem.code()));
      case Media media -> media(media, place);
    };
  }

  private Entry media(Media media, Place place) {
    URI address = address(media, place);
    return new Entry(
        media.kind().name().toLowerCase(Locale.ROOT),
        address == null || place.remote().contains(uri(media)) ? elsewhere(media) : null,
        address == null ? null : address.toString(),
        media.name() != null ? media.name() : media.attachment(),
        media.mime(),
        media.size() < 0 ? null : media.size(),
        null,
        null,
        null,
        null);
  }

  private @Nullable URI address(Media media, Place place) {
    if (media.attachment() != null) {
      return links.attachment(media.attachment());
    }
    int remote = place.remote().indexOf(uri(media));
    if (remote >= 0 && media.kind() == Media.Kind.IMAGE) {
      return links.remote(place.position(), remote);
    }
    int local = place.local().indexOf(uri(media));
    if (local >= 0) {
      return links
          .local(place.position(), local, uri(media))
          .map(FileLinks.LocalFile::uri)
          .orElse(null);
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
      return "Its data cannot be read";
    }
    return media.onDisk() ? "On the machine of " + asker + ": " + uri : uri;
  }

  private Entry earlier(String ref) {
    return new Entry(
        "ref", ref, null, null, null, null, null, null, null, earlier.apply(ref).orElse(null));
  }

  private static Entry location(ContentEntry.Location at) {
    String about = PlainWords.of(at.details());
    return new Entry(
        "location",
        about.isEmpty() ? null : about,
        null,
        null,
        null,
        null,
        null,
        at.lat(),
        at.lng(),
        null);
  }

  private static String text(ContentEntry.Other other) {
    return other.value() instanceof Map<?, ?> || other.value() instanceof List<?>
        ? other.type() + ": " + PlainWords.of(other.value())
        : other.text();
  }

  private static String details(@Nullable Object details) {
    return details == null ? "" : ": " + PlainWords.of(details);
  }

  private static Map<String, Integer> numbers(Document document) {
    Map<String, Integer> numbers = new HashMap<>();
    try {
      for (MediaPlace place : MediaPlaces.of(YamlReader.read(document))) {
        String uri = place.media().uri();
        if (place.inline() && uri != null) {
          numbers.putIfAbsent(uri, place.number());
        }
      }
    } catch (ThreadFormatException e) {
      throw new IllegalStateException("a document that was read before cannot be read", e);
    }
    return numbers;
  }
}
