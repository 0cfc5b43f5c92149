package org.messgateway.gateway.respond.body;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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
import org.messgateway.gateway.respond.body.BodyException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the files of one message lie until they are in the exchange. Closing deletes them. For one
 * thread.
 */
final class Spool implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Spool.class);

  private final Path folder;
  private final List<Path> files = new ArrayList<>();

  /**
   * @param folder made when it is not there, for its owner only
   */
  Spool(Path folder) {
    this.folder = folder;
  }

  /**
   * Receives a file whole.
   *
   * @param limit bytes
   * @param digest is told of all bytes
   * @throws BodyException when it is larger
   * @throws IOException when the disk is full or the sender is gone
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

  /** What the last process left there when it was killed: nobody was told that we have it. */
  static void clean(Path folder) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (var left = Files.list(folder)) {
      left.forEach(Spool::delete);
    } catch (IOException | UncheckedIOException e) {
      log.warn("What lies in {} could not be deleted: {}", folder, e.getMessage());
    }
  }

  @Override
  public void close() {
    files.forEach(Spool::delete);
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      log.warn("The received file {} could not be deleted: {}", file, e.getMessage());
    }
  }
}
