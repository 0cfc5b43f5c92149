package org.messgateway.gateway.http.body;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.home.FairYield;
import org.messgateway.gateway.http.body.BodyException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The received files of one message, until they are copied into the exchange. Closing deletes them.
 * For one thread.
 */
final class UploadSpool implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(UploadSpool.class);

  private final Path folder;
  private final List<Path> files = new ArrayList<>();

  /**
   * @param folder made when it is not there, for its owner only
   */
  UploadSpool(Path folder) {
    this.folder = folder;
  }

  /**
   * Receives a file whole.
   *
   * @param limit bytes
   * @param digest updated with all bytes
   * @throws BodyException when it is larger
   * @throws IOException when the disk is full
   */
  Path receive(InputStream in, long limit, MessageDigest digest) throws IOException {
    Files.createDirectories(folder, mode("rwx------"));
    Path file = folder.resolve(UUID.randomUUID().toString());
    files.add(file);
    try (OutputStream out =
        java.nio.channels.Channels.newOutputStream(
            Files.newByteChannel(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                mode("rw-------")))) {
      copy(in, out, limit, digest);
    }
    return file;
  }

  /**
   * Receives a text whole; what is large goes onto the disk.
   *
   * @param limit bytes
   * @param digest updated with all bytes
   */
  Text text(InputStream in, long limit, MessageDigest digest) throws IOException {
    byte[] begin = in.readNBytes((int) LargeWork.SMALL + 1);
    if (begin.length <= LargeWork.SMALL) {
      digest.update(begin);
      return new Text(begin.length, () -> begin);
    }
    InputStream all = new SequenceInputStream(new ByteArrayInputStream(begin), in);
    Path file = receive(all, limit, digest);
    return new Text(Files.size(file), () -> Files.readAllBytes(file));
  }

  /** A received text, in memory or on the disk. */
  record Text(long bytes, Content content) {

    /** Where it is. */
    @FunctionalInterface
    interface Content {
      byte[] read() throws IOException;
    }

    byte[] read() throws IOException {
      return content.read();
    }
  }

  /** Others get their turn behind each buffer: a quick sender never waits by itself. */
  private static void copy(InputStream in, OutputStream out, long limit, MessageDigest digest)
      throws IOException {
    byte[] buffer = new byte[16 << 10];
    long copied = 0;
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      copied += count;
      if (copied > limit) {
        throw new BodyException(
            Reason.TOO_LARGE, "A file is too large: at most " + limit + " bytes each are taken.");
      }
      digest.update(buffer, 0, count);
      out.write(buffer, 0, count);
      FairYield.yieldToAll();
    }
  }

  private static FileAttribute<?>[] mode(String rights) {
    boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))
        }
        : new FileAttribute<?>[0];
  }

  /**
   * Deletes files of a process that was killed; their senders got no answer and send them again.
   */
  static void clean(Path folder) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (var left = Files.list(folder)) {
      left.forEach(UploadSpool::delete);
    } catch (IOException | UncheckedIOException e) {
      log.warn("What lies in {} could not be deleted: {}", folder, e.getMessage());
    }
  }

  @Override
  public void close() {
    files.forEach(UploadSpool::delete);
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      log.warn("The received file {} could not be deleted: {}", file, e.getMessage());
    }
  }
}
