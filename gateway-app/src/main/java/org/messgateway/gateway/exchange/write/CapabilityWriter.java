package org.messgateway.gateway.exchange.write;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.files.FileEntry;
import org.messgateway.gateway.exchange.files.FileStamp;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.DocumentSplitter;
import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlReader;
import org.messgateway.gateway.exchange.format.YamlWriter;
import org.messgateway.gateway.exchange.read.CapabilityFile;
import org.messgateway.gateway.home.FileDocument.DocumentLock;
import org.messgateway.gateway.home.SecureFolder;

/**
 * Adds capabilities to the catalogue of an exchange, {@code capabilities.yaml}. Each is a document
 * at the end. What others wrote stays as it is, byte for byte; a document of the gateway's own is
 * replaced in its place. The file is replaced as a whole, so that no reader sees a part of it. Safe
 * for all threads and processes of this machine.
 */
public final class CapabilityWriter {

  private static final String NAME = CapabilityFile.NAME;
  private static final String SEPARATOR = "---\n";

  /** Others that write all the time are not waited for longer. */
  private static final int ATTEMPTS = 20;

  private final ExchangeDirectory exchange;

  public CapabilityWriter(ExchangeDirectory exchange) {
    this.exchange = exchange;
  }

  /** What became of a capability. */
  public enum Change {
    ADDED,
    /** It stood there otherwise; from now on the new description counts. */
    REPLACED,
    /** It stood there so. */
    UNCHANGED
  }

  /**
   * Adds capabilities; all of them are on the disk when it returns.
   *
   * @param capabilities the keys of each, an {@code id} among them
   * @param stamp who adds them, and when
   * @return what became of each
   * @throws IOException also when the file is larger than may be, or is none
   */
  public List<Change> add(List<Map<String, Object>> capabilities, Map<String, Object> stamp)
      throws IOException {
    Path locks = exchange.make(exchange.gatewayFolder("locks"));
    try (DocumentLock _ = DocumentLock.of(locks.resolve(NAME));
        SecureFolder root = SecureFolder.open(exchange.root())) {
      List<Change> changes = new ArrayList<>();
      replace(
          root,
          before -> {
            changes.clear();
            byte[] text = before;
            for (Map<String, Object> each : capabilities) {
              text = with(text, each, stamp, changes);
            }
            return Arrays.equals(text, before) ? null : text;
          });
      return changes;
    }
  }

  /** Makes the new text of the present one; null for no change. */
  @FunctionalInterface
  private interface Rewriting {
    byte @Nullable [] of(byte[] before) throws IOException;
  }

  private static void replace(SecureFolder root, Rewriting change) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try (PresentFile present = PresentFile.of(root)) {
        byte[] after = change.of(present.bytes());
        if (after == null || placed(root, present, after)) {
          byte[] late = after == null ? new byte[0] : present.late();
          if (late.length > 0) {
            // Somebody had the replaced file open and wrote on.
            replace(root, before -> joined(before, late));
          }
          return;
        }
      }
    }
    throw new IOException(root.path().resolve(NAME) + " is being written by others all the time");
  }

  private static boolean placed(SecureFolder root, PresentFile present, byte[] after)
      throws IOException {
    if (after.length > CapabilityFile.MOST_BYTES) {
      throw new IOException(root.path().resolve(NAME) + " would become larger than 1 MiB");
    }
    String temporary = TempFiles.newName();
    boolean placed = false;
    try {
      FileStamp _ = TempFiles.write(root, temporary, after, present.rights(root), true);
      placed = present.isStill(root);
      if (placed) {
        root.move(temporary, root, NAME);
        root.flush();
      }
      return placed;
    } finally {
      if (!placed && root.has(temporary)) {
        root.delete(temporary);
      }
    }
  }

  private static byte[] with(
      byte[] text, Map<String, Object> capability, Map<String, Object> stamp, List<Change> changes)
      throws IOException {
    Map<String, Object> stamped = new LinkedHashMap<>(capability);
    stamped.put(CapabilityFile.STAMP, stamp);
    byte[] written = YamlWriter.write(stamped).getBytes(UTF_8);
    Map<?, ?> meaning = meaning(Document.whole(NAME, written));
    Document last = null;
    for (Document each : documents(text)) {
      if (Objects.equals(meaning(each).get("id"), meaning.get("id"))) {
        last = each;
      }
    }
    if (last == null) {
      changes.add(Change.ADDED);
      return appended(text, written);
    }
    Map<?, ?> before = meaning(last);
    if (unstamped(before).equals(unstamped(meaning))) {
      changes.add(Change.UNCHANGED);
      return text;
    }
    changes.add(Change.REPLACED);
    boolean own =
        before.containsKey(CapabilityFile.STAMP)
            && Arrays.equals(last.bytes(), YamlWriter.write(before).getBytes(UTF_8));
    return own ? spliced(text, last, written) : appended(text, written);
  }

  private static List<Document> documents(byte[] text) throws IOException {
    try {
      return DocumentSplitter.split(new ThreadFile(NAME, text));
    } catch (ThreadFormatException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Empty for what cannot be read: it stays where it is. */
  private static Map<?, ?> meaning(Document document) {
    try {
      return YamlReader.meaning(document).value() instanceof Map<?, ?> map ? map : Map.of();
    } catch (ThreadFormatException e) {
      return Map.of();
    }
  }

  private static Map<Object, Object> unstamped(Map<?, ?> capability) {
    Map<Object, Object> copy = new LinkedHashMap<>(capability);
    copy.remove(CapabilityFile.STAMP);
    return copy;
  }

  private static byte[] appended(byte[] text, byte[] document) {
    if (text.length == 0) {
      return document;
    }
    String between = text[text.length - 1] == '\n' ? SEPARATOR : "\n" + SEPARATOR;
    return joined(joined(text, between.getBytes(UTF_8)), document);
  }

  private static byte[] spliced(byte[] text, Document out, byte[] in) {
    byte[] head = Arrays.copyOf(text, out.offset());
    byte[] tail = Arrays.copyOfRange(text, out.offset() + out.length(), text.length);
    return joined(joined(head, in), tail);
  }

  private static byte[] joined(byte[] one, byte[] other) {
    ByteArrayOutputStream both = new ByteArrayOutputStream(one.length + other.length);
    both.writeBytes(one);
    both.writeBytes(other);
    return both.toByteArray();
  }

  /** The file as it was found, and held open: whoever has it open, too, may write on. */
  private static final class PresentFile implements AutoCloseable {

    /** Null where there was no file. */
    private final @Nullable FileChannel channel;

    private final @Nullable BasicFileAttributes found;
    private final byte[] bytes;

    private PresentFile(
        @Nullable FileChannel channel, @Nullable BasicFileAttributes found, byte[] bytes) {
      this.channel = channel;
      this.found = found;
      this.bytes = bytes;
    }

    byte[] bytes() {
      return bytes;
    }

    static PresentFile of(SecureFolder root) throws IOException {
      BasicFileAttributes found;
      try {
        found = root.attributes(NAME);
      } catch (NoSuchFileException e) {
        return new PresentFile(null, null, new byte[0]);
      }
      if (!found.isRegularFile() || found.size() > CapabilityFile.MOST_BYTES) {
        throw new IOException(
            root.path().resolve(NAME) + " is no file of its own, or is larger than 1 MiB");
      }
      FileChannel channel = root.readWithoutWaiting(NAME);
      boolean read = false;
      try {
        PresentFile present =
            new PresentFile(channel, found, read(channel, Math.toIntExact(found.size())));
        read = true;
        return present;
      } finally {
        if (!read) {
          channel.close();
        }
      }
    }

    private static byte[] read(FileChannel channel, int size) throws IOException {
      ByteBuffer buffer = ByteBuffer.allocate(size);
      while (buffer.hasRemaining()) {
        if (channel.read(buffer) < 0) {
          throw new EOFException(NAME + " is being written; try again");
        }
      }
      return buffer.array();
    }

    TempFiles.@Nullable FileRights rights(SecureFolder root) throws IOException {
      if (found == null) {
        return null;
      }
      FileEntry entry = new FileEntry(root, NAME, true);
      return new TempFiles.FileRights(entry, FileStamp.of(entry).inode());
    }

    boolean isStill(SecureFolder root) throws IOException {
      try {
        BasicFileAttributes now = root.attributes(NAME);
        return found != null
            && Objects.equals(now.fileKey(), found.fileKey())
            && now.size() == found.size()
            && now.lastModifiedTime().equals(found.lastModifiedTime());
      } catch (NoSuchFileException e) {
        return found == null;
      }
    }

    /** What was written behind the text that was read. */
    byte[] late() throws IOException {
      if (channel == null || channel.size() <= bytes.length) {
        return new byte[0];
      }
      return read(channel, Math.toIntExact(channel.size()) - bytes.length);
    }

    @Override
    public void close() throws IOException {
      if (channel != null) {
        channel.close();
      }
    }
  }
}
