package org.messgateway.gateway.exchange.read;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.DocumentSplitter;
import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlReader;
import org.messgateway.gateway.home.SecureFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The capability catalogue of an exchange: {@code capabilities.yaml} in its root, a document for
 * each capability (protocol §8.2). It says what ids mean and restricts nothing. Other programs may
 * write it at any time: it is read again when it has changed, no link is followed, a document that
 * cannot be read costs only itself, and of several documents of one id the last counts. Safe for
 * all threads.
 */
public final class CapabilityFile {

  /** Name of the file in the exchange. */
  public static final String NAME = "capabilities.yaml";

  private static final Logger log = LoggerFactory.getLogger(CapabilityFile.class);

  /** Key of who registered a capability, and when. */
  public static final String STAMP = "registered";

  /** Largest file, in bytes. */
  public static final long MOST_BYTES = 1 << 20;

  private final Path root;
  private @Nullable Stamp seen;
  private List<Capability> read = List.of();

  /**
   * @param root of the exchange
   */
  public CapabilityFile(Path root) {
    this.root = root;
  }

  /**
   * One capability.
   *
   * @param description null for none
   * @param registeredBy who registered it by a message; null for one that was written otherwise
   */
  public record Capability(
      String id, @Nullable String description, List<String> tags, @Nullable String registeredBy) {

    public Capability {
      tags = List.copyOf(tags);
    }

    /** One that was written into the file by hand. */
    public Capability(String id, @Nullable String description, List<String> tags) {
      this(id, description, tags, null);
    }
  }

  private record Stamp(@Nullable Object key, long size, FileTime modified) {}

  /** The ids of all capabilities. */
  public Set<String> ids() {
    return all().stream().map(Capability::id).collect(Collectors.toSet());
  }

  /** All capabilities as the file stands now, each id once; none where there is no file. */
  public synchronized List<Capability> all() {
    try (SecureFolder folder = SecureFolder.open(root)) {
      BasicFileAttributes found = folder.attributes(NAME);
      Stamp now = new Stamp(found.fileKey(), found.size(), found.lastModifiedTime());
      if (!now.equals(seen)) {
        seen = now;
        read = read(folder, found.size());
      }
    } catch (NoSuchFileException e) {
      seen = null;
      read = List.of();
    } catch (IOException e) {
      log.warn("{} cannot be read: {}", root.resolve(NAME), e.toString());
    }
    return read;
  }

  private List<Capability> read(SecureFolder folder, long size) throws IOException {
    if (size > MOST_BYTES) {
      log.warn("{} is larger than 1 MiB and is not read.", root.resolve(NAME));
      return List.of();
    }
    Map<String, Capability> capabilities = new LinkedHashMap<>();
    try {
      for (Document document : DocumentSplitter.split(new ThreadFile(NAME, bytes(folder, size)))) {
        add(document, capabilities);
      }
    } catch (ThreadFormatException e) {
      told(e);
    }
    return List.copyOf(capabilities.values());
  }

  private static byte[] bytes(SecureFolder folder, long size) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(size));
    try (FileChannel channel = folder.readWithoutWaiting(NAME)) {
      while (buffer.hasRemaining()) {
        if (channel.read(buffer) < 0) {
          throw new EOFException("it is being written");
        }
      }
    }
    return buffer.array();
  }

  private void add(Document document, Map<String, Capability> capabilities) {
    try {
      Object value = YamlReader.meaning(document).value();
      Map<?, ?> map = value instanceof Map<?, ?> read ? read : Map.of();
      Object id = map.get("id");
      if (id != null && !(id instanceof Map) && !id.toString().isBlank()) {
        Capability capability =
            new Capability(
                id.toString(),
                map.get("description") == null ? null : String.valueOf(map.get("description")),
                tags(map.get("tags")),
                registeredBy(map.get(STAMP)));
        capabilities.put(capability.id(), capability);
      } else if (value != null) {
        told(document.firstLine(), "a capability needs an id, as in `id: take-photo`");
      }
    } catch (ThreadFormatException e) {
      told(e);
    }
  }

  private static @Nullable String registeredBy(@Nullable Object stamp) {
    return stamp instanceof Map<?, ?> map && map.get("by") != null
        ? String.valueOf(map.get("by"))
        : null;
  }

  /** The tags of a list, or of a single text. */
  public static List<String> tags(@Nullable Object tags) {
    List<String> texts = new ArrayList<>();
    if (tags instanceof List<?> list) {
      list.stream().filter(Objects::nonNull).forEach(tag -> texts.add(tag.toString()));
    } else if (tags != null) {
      texts.add(tags.toString());
    }
    return texts;
  }

  private void told(ThreadFormatException e) {
    log.warn("In {}: {}. The rest of it counts.", root, e.getMessage());
  }

  private void told(int line, String what) {
    log.warn(
        "{}, line {}: {}. This one is left out, the others count.", root.resolve(NAME), line, what);
  }
}
