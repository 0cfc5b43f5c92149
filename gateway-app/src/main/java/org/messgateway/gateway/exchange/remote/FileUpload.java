package org.messgateway.gateway.exchange.remote;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.read.ExchangeFiles;

/**
 * Puts attachments of the copy into a message as data URIs: the server accepts files only inside a
 * message, and messages of 10 MB at most. An attachment that does not fit becomes a link to this
 * gateway.
 */
final class FileUpload {

  /** Bytes of all files of one message; base64 adds a third. */
  private static final long MOST = 6L << 20;

  private static final Set<String> KINDS = Set.of("image", "audio", "video", "file");

  private final ExchangeFiles files;
  private final LargeFileLinks links;
  private final Ref ref;
  private final String from;
  private long inline;

  FileUpload(ExchangeFiles files, LargeFileLinks links, Ref ref, String from) {
    this.files = files;
    this.links = links;
    this.ref = ref;
    this.from = from;
  }

  /** The entries of a message, with attachments as data URIs or links. */
  List<@Nullable Object> entries(Collection<?> mess) throws IOException {
    List<@Nullable Object> entries = new ArrayList<>();
    for (Object entry : mess) {
      entries.add(value(entry));
    }
    return entries;
  }

  private @Nullable Object value(@Nullable Object value) throws IOException {
    return switch (value) {
      case Map<?, ?> map -> map(map);
      case Collection<?> list -> entries(list);
      case null -> null;
      default -> value;
    };
  }

  private Map<String, @Nullable Object> map(Map<?, ?> map) throws IOException {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    for (Map.Entry<?, ?> each : map.entrySet()) {
      String key = String.valueOf(each.getKey());
      boolean named =
          KINDS.contains(key)
              && each.getValue() instanceof Map<?, ?> media
              && media.get("file") instanceof String;
      copy.put(key, named ? media(key, (Map<?, ?>) each.getValue()) : value(each.getValue()));
    }
    return copy;
  }

  private Object media(String kind, Map<?, ?> media) throws IOException {
    String name = String.valueOf(media.get("file"));
    String mime = String.valueOf(media.get("mime"));
    Optional<byte[]> content = content(name);
    String uri =
        content
            .map(bytes -> "data:" + mime + ";base64," + Base64.getEncoder().encodeToString(bytes))
            .orElseGet(() -> links.of(ref, name, from).toString());
    if (content.isPresent() && !kind.equals("file")) {
      return uri;
    }
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("uri", uri);
    entry.put("name", String.valueOf(media.get("name") == null ? name : media.get("name")));
    entry.put("mime", mime);
    return entry;
  }

  /** Empty for an attachment that is too large or missing: its link says so. */
  private Optional<byte[]> content(String name) throws IOException {
    Optional<ExchangeFiles.OpenFile> opened = files.open(ref, name);
    if (opened.isEmpty()) {
      return Optional.empty();
    }
    try (ExchangeFiles.OpenFile file = opened.get();
        InputStream in = Channels.newInputStream(file.channel())) {
      if (inline + file.size() > MOST) {
        return Optional.empty();
      }
      inline += file.size();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      in.transferTo(out);
      return Optional.of(out.toByteArray());
    }
  }
}
