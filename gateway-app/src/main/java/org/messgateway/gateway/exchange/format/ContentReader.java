package org.messgateway.gateway.exchange.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.ContentEntry.Media;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
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

  private void add(Node node) {
    switch (node) {
      case SequenceNode sequence -> {
        for (Node element : sequence.getValue()) {
          add(element);
        }
      }
      case MappingNode mapping -> addMap(MappingFields.of(mapping));
      default -> {
        String text = NodeValues.scalar(node);
        if (text != null) {
          entries.add(DataUri.isOne(text) ? MediaReader.bare(text) : new ContentEntry.Text(text));
        }
      }
    }
  }

  private void addMap(MappingFields fields) {
    boolean named = false;
    for (NodeTuple entry : fields.entries()) {
      named |= MediaReader.kind(MappingFields.key(entry)) != null;
    }
    String type = fields.scalar("type");
    Media.MediaKind typed = MediaReader.kind(type);
    if (typed != null && !(named && fields.has(MediaReader.key(typed)))) {
      entries.add(MediaReader.fromMap(typed, fields));
      return;
    }
    for (NodeTuple entry : fields.entries()) {
      String key = MappingFields.key(entry);
      boolean about = named && ABOUT_MEDIA.contains(key);
      if (!about && !("text".equals(type) && key.equals("type"))) {
        entries.add(entry(key, entry.getValueNode(), fields));
      }
    }
  }

  /** Reads the value of one key of a map. */
  static ContentEntry entry(String type, Node value, MappingFields beside) {
    ContentEntry known =
        switch (type) {
          case "image", "audio", "video", "file" ->
              MediaReader.media(Objects.requireNonNull(MediaReader.kind(type)), value, beside);
          case "text" ->
              value instanceof MappingNode
                  ? null
                  : new ContentEntry.Text(String.join("\n", NodeValues.texts(value)));
          case "url" ->
              NodeValues.scalar(value) instanceof String url ? new ContentEntry.Link(url) : null;
          case "ref" ->
              NodeValues.scalar(value) instanceof String ref
                  ? new ContentEntry.Reference(ref)
                  : null;
          case "json", "structured" ->
              PlainValues.of(value) instanceof Object plain
                  ? new ContentEntry.Structured(plain)
                  : null;
          case "location" -> location(MappingFields.of(value));
          case "confirmation" -> confirmation(value);
          case "error" -> problem(value);
          default -> null;
        };
    return known == null ? other(type, value) : known;
  }

  private static @Nullable ContentEntry location(MappingFields fields) {
    Double lat = fields.number("lat");
    Double lng = fields.number("lng");
    return lat == null || lng == null
        ? null
        : new ContentEntry.Location(lat, lng, fields.valuesExcept(COORDINATES));
  }

  private static @Nullable ContentEntry confirmation(Node value) {
    MappingFields fields = MappingFields.of(value);
    Boolean confirmed =
        value instanceof MappingNode ? fields.truth("confirmed") : NodeValues.truth(value);
    return confirmed == null ? null : new ContentEntry.Confirmation(confirmed, details(fields));
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
    return new ContentEntry.ErrorEntry(
        fields.scalar("code"),
        value instanceof MappingNode
            ? joined(fields.text("message"), NodeValues.text(fields.node("detail", "details")))
            : NodeValues.scalar(value));
  }

  private static @Nullable String joined(@Nullable String message, @Nullable String detail) {
    if (message == null || detail == null) {
      return message == null ? detail : message;
    }
    return message + " (" + detail + ")";
  }

  /** A scalar keeps the form in which it is written, because it is shown as text. */
  private static ContentEntry other(String type, Node value) {
    String text = NodeValues.scalar(value);
    return new ContentEntry.UnknownEntry(type, text == null ? PlainValues.of(value) : text);
  }
}
