package org.messgateway.gateway.exchange.format;

import java.util.Locale;
import java.util.Optional;
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

  /** The kind that a key or a type names. */
  static Optional<Media.MediaKind> kind(String name) {
    return switch (name) {
      case "image" -> Optional.of(Media.MediaKind.IMAGE);
      case "audio" -> Optional.of(Media.MediaKind.AUDIO);
      case "video" -> Optional.of(Media.MediaKind.VIDEO);
      case "file" -> Optional.of(Media.MediaKind.FILE);
      default -> Optional.empty();
    };
  }

  /** A kind's key, the reverse of {@link #kind}. */
  static String key(Media.MediaKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  static Media.MediaKind kindOfMime(@Nullable String mime) {
    String family = mime == null ? "" : mime.replaceFirst("/.*", "");
    return kind(family).orElse(Media.MediaKind.FILE);
  }

  /**
   * @param node value of the kind's key: a URI, a name, or a map
   * @param beside the map that holds the key; its name, mime and size count where the node has none
   */
  static Media media(Media.MediaKind kind, Node node, MappingFields beside) {
    return node instanceof MappingNode
        ? fromMap(kind, MappingFields.of(node))
        : fromText(kind, NodeValues.text(node).orElse(""), beside);
  }

  /** A data URI that stands alone where a text could be. */
  static Media bare(String dataUri) {
    Media.MediaKind kind = kindOfMime(DataUri.mime(dataUri));
    return media(kind, dataUri, null, MappingFields.of(null));
  }

  /** Whether a text is the name of an attachment and no address. */
  static boolean isAttachment(String name) {
    return !name.isBlank()
        && !SCHEME.matcher(name).matches()
        && name.indexOf('/') < 0
        && name.indexOf('\\') < 0;
  }

  private static Media fromText(Media.MediaKind kind, String text, MappingFields beside) {
    boolean attached = isNumbered(text);
    return media(kind, attached ? null : text, attached ? text : null, beside);
  }

  static Media fromMap(Media.MediaKind kind, MappingFields fields) {
    Optional<String> attachment = attachment(fields);
    Optional<String> uri =
        fields
            .scalar("data")
            .map(data -> DataUri.complete(data, mime(fields)))
            .or(() -> fields.scalar("uri", "url", "resource", "src"))
            .or(() -> attachment.isPresent() ? Optional.empty() : fields.scalar("file", "path"));
    return media(kind, uri.orElse(null), uri.isPresent() ? null : attachment.orElse(null), fields);
  }

  /** {@code file} names a file beside the thread; the web client says {@code path} at times. */
  private static Optional<String> attachment(MappingFields fields) {
    return fields
        .scalar("file")
        .filter(MediaReader::isAttachment)
        .or(() ->
            fields
                .scalar("file", "path")
                .map(MediaReader::lastPart)
                .filter(MediaReader::isNumbered));
  }

  private static String lastPart(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
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
    return new Media(
        kind,
        uri,
        attachment,
        fields.scalar("name", "filename").orElse(null),
        mime == null && data != null ? DataUri.mime(data) : mime,
        fields
            .number("size")
            .map(Double::longValue)
            .orElse(data == null ? -1L : DataUri.size(data)));
  }

  /** The web client says {@code type} for what the protocol calls {@code mime}. */
  private static @Nullable String mime(MappingFields fields) {
    return fields
        .scalar("mime", "mime_type", "type")
        .filter(mime -> mime.indexOf('/') > 0)
        .orElse(null);
  }
}
