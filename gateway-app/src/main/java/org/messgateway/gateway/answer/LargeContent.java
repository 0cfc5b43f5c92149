package org.messgateway.gateway.answer;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.files.ThreadFileName;
import org.messgateway.gateway.exchange.format.DataUri;

/**
 * Takes data out of a request's words that would make its thread large: it becomes an attachment,
 * and the entry names it. The first data URIs stay that fit into {@link AnswerFiles#MOST_INLINE}
 * together. Names come from the data, so the same words give the same names. One use.
 */
final class LargeContent {

  private static final Set<String> KINDS = Set.of("image", "audio", "video", "file");
  private static final List<String> DATA = List.of("data", "uri", "url", "resource", "src");
  private static final int DIGEST_BYTES = 6;

  private final Map<String, byte[]> files = new LinkedHashMap<>();
  private final int before;
  private long inline;

  /**
   * @param before number of attachments that the thread has already
   */
  LargeContent(int before) {
    this.before = before;
  }

  /** The data that was taken out, by the names of the attachments. */
  Map<String, byte[]> files() {
    return files;
  }

  /** The same value without what is too large. */
  @Nullable Object without(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> withoutLarge(map);
      case Collection<?> list -> {
        List<@Nullable Object> copy = new ArrayList<>();
        list.forEach(each -> copy.add(without(each)));
        yield copy;
      }
      case String text when DataUri.isOne(text) ->
          taken(text, null).<Object>map(LargeContent::entry).orElse(text);
      case null -> null;
      default -> value;
    };
  }

  private static Map<String, Object> entry(Attachment attachment) {
    return Map.of(attachment.kind(), attachment.fields());
  }

  private Map<String, @Nullable Object> withoutLarge(Map<?, ?> map) {
    boolean typed = KINDS.contains(String.valueOf(map.get("type")));
    if (typed) {
      Optional<Attachment> attachment = media(map);
      if (attachment.isPresent()) {
        Map<String, @Nullable Object> copy = described(map, attachment.get());
        copy.put("type", attachment.get().kind());
        return copy;
      }
    }
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    map.forEach((key, value) -> {
      String kind = String.valueOf(key);
      Optional<Attachment> attachment =
          KINDS.contains(kind) ? ofKind(value) : Optional.<Attachment>empty();
      if (attachment.isEmpty()) {
        copy.put(kind, KINDS.contains(kind) || typed ? value : without(value));
      } else {
        copy.put(
            attachment.get().kind(),
            value instanceof Map<?, ?> media
                ? described(media, attachment.get())
                : attachment.get().fields());
      }
    });
    return copy;
  }

  private Optional<Attachment> ofKind(@Nullable Object value) {
    return switch (value) {
      case String text when DataUri.isOne(text) -> taken(text, null);
      case Map<?, ?> media -> media(media);
      case null, default -> Optional.empty();
    };
  }

  /** The data that a map describes. */
  private Optional<Attachment> media(Map<?, ?> map) {
    Object mime = map.get("mime");
    return DATA.stream()
        .flatMap(key -> Stream.ofNullable(map.get(key)).map(value -> uri(key, value, mime)))
        .filter(DataUri::isOne)
        .findFirst()
        .flatMap(uri -> taken(uri, map.get("name")));
  }

  /** Some writers put bare base64 where a data URI belongs. */
  private static String uri(String key, Object value, @Nullable Object mime) {
    return key.equals("data")
        ? DataUri.complete(value.toString(), mime == null ? null : mime.toString())
        : value.toString();
  }

  /** What a map says beside the data, and where that is now. */
  private static Map<String, @Nullable Object> described(Map<?, ?> map, Attachment attachment) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    map.forEach((key, value) -> {
      String name = String.valueOf(key);
      if (!DATA.contains(name) && !attachment.fields().containsKey(name)) {
        copy.put(name, value);
      }
    });
    copy.putAll(attachment.fields());
    return copy;
  }

  private record Attachment(String kind, Map<String, Object> fields) {}

  /** Empty for what stays: it is small enough, or cannot be decoded. */
  private Optional<Attachment> taken(String uri, @Nullable Object name) {
    if (inline + uri.length() <= AnswerFiles.MOST_INLINE) {
      inline += uri.length();
      return Optional.empty();
    }
    byte[] bytes;
    try {
      bytes = DataUri.decode(uri);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    FileType type = FileType.of(bytes, DataUri.mime(uri));
    String kind = type.kind().name().toLowerCase(Locale.ROOT);
    String file =
        ThreadFileName.ofAttachment(
            before + files.size() + 1, kind, digest(bytes) + "." + type.extension());
    files.put(file, bytes);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("file", file);
    fields.put("mime", type.mime());
    fields.put("size", (long) bytes.length);
    if (name != null) {
      fields.put("name", name.toString());
    }
    return Optional.of(new Attachment(kind, fields));
  }

  private static String digest(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
