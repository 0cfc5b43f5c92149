package org.messgateway.gateway.exchange.format;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry.Media;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Reads {@code image}, {@code audio}, {@code video} and {@code file} in every form that writers
 * use.
 */
final class MediaReader {

  private static final Pattern SCHEME =
      Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*", Pattern.DOTALL);

  private MediaReader() {}

  /** The kind that a key or a type names; null where it names none. */
  static Media.@Nullable MediaKind kind(@Nullable String name) {
    return switch (name) {
      case "image" -> Media.MediaKind.IMAGE;
      case "audio" -> Media.MediaKind.AUDIO;
      case "video" -> Media.MediaKind.VIDEO;
      case "file" -> Media.MediaKind.FILE;
      case null, default -> null;
    };
  }

  /** A kind's key, the reverse of {@link #kind}. */
  static String key(Media.MediaKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  static Media.MediaKind kindOfMime(@Nullable String mime) {
    Media.MediaKind kind = kind(mime == null ? null : mime.replaceFirst("/.*", ""));
    return kind == null ? Media.MediaKind.FILE : kind;
  }

  /**
   * @param node value of the kind's key: a URI, a name, or a map
   * @param beside the map that holds the key; its name, mime and size count where the node has none
   */
  static Media media(Media.MediaKind kind, Node node, MappingFields beside) {
    if (node instanceof MappingNode) {
      return fromMap(kind, MappingFields.of(node));
    }
    String written = NodeValues.text(node);
    String text = written == null ? "" : written;
    boolean attached = isNumbered(text);
    return media(kind, attached ? null : text, attached ? text : null, beside);
  }

  /** A data URI that stands alone where a text could be. */
  static Media bare(String dataUri) {
    return media(kindOfMime(DataUri.mime(dataUri)), dataUri, null, MappingFields.NONE);
  }

  /** Whether a text is the name of an attachment and no address. */
  static boolean isAttachment(String name) {
    return !name.isBlank()
        && !SCHEME.matcher(name).matches()
        && name.indexOf('/') < 0
        && name.indexOf('\\') < 0;
  }

  static Media fromMap(Media.MediaKind kind, MappingFields fields) {
    String file = NodeValues.scalar(fields.node("file", "path"));
    String attachment = attachment(fields.scalar("file"), file);
    String data = fields.scalar("data");
    String uri =
        data == null
            ? NodeValues.scalar(fields.node("uri", "url", "resource", "src"))
            : DataUri.complete(data, mime(fields));
    if (uri == null && attachment == null) {
      uri = file;
    }
    return media(kind, uri, uri == null ? attachment : null, fields);
  }

  /** {@code file} names a file beside the thread; the web client says {@code path} at times. */
  private static @Nullable String attachment(@Nullable String file, @Nullable String path) {
    if (file != null && isAttachment(file)) {
      return file;
    }
    String last = path == null ? "" : path.substring(path.lastIndexOf('/') + 1);
    return isNumbered(last) ? last : null;
  }

  /** Writers number attachments: {@code att-001-image-fridge.jpg}. */
  private static boolean isNumbered(String name) {
    return name.startsWith("att-") && isAttachment(name);
  }

  private static Media media(
      Media.MediaKind kind,
      @Nullable String uri,
      @Nullable String attachment,
      MappingFields fields) {
    String data = uri != null && DataUri.isOne(uri) ? uri : null;
    String mime = mime(fields);
    Double size = fields.number("size");
    return new Media(
        kind,
        uri,
        attachment,
        NodeValues.scalar(fields.node("name", "filename")),
        mime == null && data != null ? DataUri.mime(data) : mime,
        size != null ? size.longValue() : data == null ? -1L : DataUri.size(data));
  }

  /** The web client says {@code type} for what the protocol calls {@code mime}. */
  private static @Nullable String mime(MappingFields fields) {
    String mime = NodeValues.scalar(fields.node("mime", "mime_type", "type"));
    return mime == null || mime.indexOf('/') <= 0 ? null : mime;
  }
}
