package org.messgateway.gateway.exchange.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.ContentEntry.Media;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Reads the entries of a request's context and a response's content, in every form that writers
 * use. An unknown entry becomes {@link ContentEntry.UnknownEntry}; nothing is dropped.
 */
final class ContentReader {

  /** Entries that may stand directly in a response, without {@code content} around them. */
  static final Set<String> TYPES =
      Set.of(
          "text",
          "image",
          "audio",
          "video",
          "file",
          "url",
          "json",
          "structured",
          "location",
          "confirmation",
          "error");

  /** Keys that describe the media beside them. */
  private static final Set<String> ABOUT_MEDIA =
      Set.of("name", "filename", "mime", "mime_type", "type", "size");

  private static final Set<String> COORDINATES = Set.of("lat", "lng");

  private final List<ContentEntry> entries = new ArrayList<>();

  private ContentReader() {}

  /** The entries of a list; a single entry counts as a list of one. */
  static List<ContentEntry> read(@Nullable Node node) {
    ContentReader reader = new ContentReader();
    if (node != null) {
      reader.add(node);
    }
    return reader.entries;
  }

  /** Reads the value of one key of a map. */
  static List<ContentEntry> entry(String type, Node value) {
    return List.of(entry(type, value, MappingFields.of(null)));
  }

  private void add(Node node) {
    switch (node) {
      case SequenceNode sequence -> sequence.getValue().forEach(this::add);
      case MappingNode mapping -> addMap(MappingFields.of(mapping));
      default -> NodeValues.scalar(node).map(ContentReader::bare).ifPresent(entries::add);
    }
  }

  private static ContentEntry bare(String text) {
    return DataUri.isOne(text) ? MediaReader.bare(text) : new ContentEntry.Text(text);
  }

  private void addMap(MappingFields fields) {
    Optional<Media.MediaKind> typed = fields.scalar("type").flatMap(MediaReader::kind);
    boolean named = fields.entries().keySet().stream().anyMatch(ContentReader::isMedia);
    if (typed.isPresent() && !(named && fields.has(MediaReader.key(typed.get())))) {
      entries.add(MediaReader.fromMap(typed.get(), fields));
      return;
    }
    boolean saysText = fields.scalar("type").filter("text"::equals).isPresent();
    fields
        .entries()
        .forEach((type, value) -> {
          boolean about = named && ABOUT_MEDIA.contains(type);
          if (!about && !(saysText && type.equals("type"))) {
            entries.add(entry(type, value, fields));
          }
        });
  }

  private static boolean isMedia(String key) {
    return MediaReader.kind(key).isPresent();
  }

  private static ContentEntry entry(String type, Node value, MappingFields beside) {
    return switch (type) {
      case "image", "audio", "video", "file" -> media(type, value, beside);
      case "text" -> value instanceof MappingNode ? other(type, value) : text(value);
      case "url" ->
          NodeValues.scalar(value)
              .<ContentEntry>map(ContentEntry.Link::new)
              .orElseGet(() -> other(type, value));
      case "ref" ->
          NodeValues.scalar(value)
              .<ContentEntry>map(ContentEntry.Reference::new)
              .orElseGet(() -> other(type, value));
      case "json", "structured" -> structured(type, value);
      case "location" -> location(value);
      case "confirmation" -> confirmation(value);
      case "error" -> problem(value);
      default -> other(type, value);
    };
  }

  private static ContentEntry media(String type, Node value, MappingFields beside) {
    return MediaReader.kind(type)
        .<ContentEntry>map(kind -> MediaReader.media(kind, value, beside))
        .orElseGet(() -> other(type, value));
  }

  private static ContentEntry text(Node value) {
    return new ContentEntry.Text(String.join("\n", NodeValues.texts(value)));
  }

  private static ContentEntry structured(String type, Node value) {
    Object plain = PlainValues.of(value);
    return plain == null ? other(type, value) : new ContentEntry.Structured(plain);
  }

  private static ContentEntry location(Node value) {
    MappingFields fields = MappingFields.of(value);
    Optional<Double> lat = fields.number("lat");
    Optional<Double> lng = fields.number("lng");
    if (lat.isEmpty() || lng.isEmpty()) {
      return other("location", value);
    }
    Map<String, Object> details = fields.valuesExcept(COORDINATES);
    return new ContentEntry.Location(lat.get(), lng.get(), details);
  }

  private static ContentEntry confirmation(Node value) {
    MappingFields fields = MappingFields.of(value);
    Optional<Boolean> confirmed = NodeValues.truth(value).or(() -> fields.truth("confirmed"));
    return confirmed
        .<ContentEntry>map(yes -> new ContentEntry.Confirmation(yes, details(fields)))
        .orElseGet(() -> other("confirmation", value));
  }

  /** Text beside {@code confirmed}: the details alone, or all fields when there are more. */
  private static @Nullable Object details(MappingFields fields) {
    Map<String, Object> rest = fields.valuesExcept(Set.of("confirmed"));
    if (rest.isEmpty()) {
      return null;
    }
    return rest.keySet().equals(Set.of("details")) ? rest.get("details") : rest;
  }

  private static ContentEntry problem(Node value) {
    MappingFields fields = MappingFields.of(value);
    String message =
        NodeValues.scalar(value)
            .or(() -> joined(fields.text("message"), fields.text("detail", "details")))
            .orElse(null);
    return new ContentEntry.ErrorEntry(fields.scalar("code").orElse(null), message);
  }

  private static Optional<String> joined(Optional<String> message, Optional<String> detail) {
    return message.isPresent() && detail.isPresent()
        ? Optional.of(message.get() + " (" + detail.get() + ")")
        : message.or(() -> detail);
  }

  /** A scalar keeps the form in which it is written, because it is shown as text. */
  private static ContentEntry other(String type, Node value) {
    return new ContentEntry.UnknownEntry(
        type,
        NodeValues.scalar(value).<Object>map(text -> text).orElseGet(() -> PlainValues.of(value)));
  }
}
