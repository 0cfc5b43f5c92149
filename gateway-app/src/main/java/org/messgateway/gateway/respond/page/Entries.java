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
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.MediaPlace;
import org.messgateway.gateway.exchange.format.MediaPlaces;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlReader;
import org.messgateway.gateway.exchange.view.FileLinks;
import org.messgateway.gateway.respond.page.TaskSheet.Earlier;
import org.messgateway.gateway.respond.page.TaskSheet.Entry;

/** Makes entries of a thread ready for the page; bytes become addresses on this server. */
final class Entries {

  private final FileLinks links;
  private final Function<String, Optional<Earlier>> earlier;

  /**
   * @param earlier an earlier task by its ref, where it may be shown
   */
  Entries(FileLinks links, Function<String, Optional<Earlier>> earlier) {
    this.links = links;
    this.earlier = earlier;
  }

  /**
   * @param position of the message among the thread's messages
   * @param document the same as it was read
   */
  List<Entry> of(List<ContentEntry> content, int position, Document document) {
    boolean inline =
        content.stream().anyMatch(entry -> entry instanceof Media media && media.inline());
    Map<String, Integer> numbers = inline ? numbers(document) : Map.of();
    return content.stream()
        .filter(entry ->
            !(entry instanceof ContentEntry.Other other && other.type().equals("embedding")))
        .map(entry -> entry(entry, position, numbers))
        .toList();
  }

  private Entry entry(ContentEntry entry, int position, Map<String, Integer> numbers) {
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
      case Media media -> media(media, position, numbers);
    };
  }

  private Entry media(Media media, int position, Map<String, Integer> numbers) {
    URI address = address(media, position, numbers);
    return new Entry(
        media.kind().name().toLowerCase(Locale.ROOT),
        address == null ? elsewhere(media) : null,
        address == null ? null : address.toString(),
        media.name() != null ? media.name() : media.attachment(),
        media.mime(),
        media.size() < 0 ? null : media.size(),
        null,
        null,
        null,
        null);
  }

  private @Nullable URI address(Media media, int position, Map<String, Integer> numbers) {
    if (media.attachment() != null) {
      return links.attachment(media.attachment());
    }
    Integer number = numbers.get(Objects.requireNonNullElse(media.uri(), ""));
    return number == null ? null : links.inline(position, number);
  }

  /** The page makes links of web addresses and shows everything else as text. */
  private static String elsewhere(Media media) {
    String uri = Objects.requireNonNullElse(media.uri(), "");
    if (media.inline()) {
      return "Its data cannot be read";
    }
    return uri.startsWith("file:") ? "On the machine of the one who asks: " + uri : uri;
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
