package org.messgateway.gateway.exchange.files;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.home.SecureFolder;

/**
 * The open folders of one copy of a thread. What is listed, read and written with it lies in those
 * folders, whatever takes their names meanwhile; links that lead out of the state folders, pipes,
 * devices and sockets are refused.
 */
public final class OpenCopy implements ReadableCopy {

  private static final String LEADS_OUT =
      "is a symbolic link that leads out of the exchange's threads";
  private static final String NO_FILE =
      "is not a regular file (a directory, pipe, device or socket)";

  private final ExchangeGuard guard;
  private final int maxFiles;
  private final ThreadLocation location;
  private final SecureFolder stateFolder;
  private final Optional<SecureFolder> folder;

  /**
   * @param folder holds the files: the state folder of a thread in one file; empty when the
   *     thread's folder is a link that leads out
   */
  OpenCopy(
      ExchangeGuard guard,
      int maxFiles,
      ThreadLocation location,
      SecureFolder stateFolder,
      Optional<SecureFolder> folder) {
    this.guard = guard;
    this.maxFiles = maxFiles;
    this.location = location;
    this.stateFolder = stateFolder;
    this.folder = folder;
  }

  public SecureFolder stateFolder() {
    return stateFolder;
  }

  private boolean flat() {
    return folder.filter(stateFolder::equals).isPresent();
  }

  private SecureFolder folder() throws RefusedFileException {
    return folder.orElseThrow(
        () -> new RefusedFileException(stateFolder.path().resolve(location.name()), LEADS_OUT));
  }

  @Override
  public ThreadFiles list() throws IOException {
    if (folder.isEmpty()) {
      return new ThreadFiles(location, List.of(), LEADS_OUT);
    }
    if (flat()) {
      FileStamp stamp = stamp(stateFolder, location.name());
      return new ThreadFiles(location, List.of(stamp), stamp.refusal());
    }
    return new ThreadFiles(location, stamps(folder.get()), null);
  }

  private List<FileStamp> stamps(SecureFolder open) throws IOException {
    List<String> names = new ArrayList<>();
    open.names(
        name -> ThreadLocation.ignored(name) || (names.add(name) && names.size() <= maxFiles));
    if (names.size() > maxFiles) {
      throw new RefusedFileException(open.path(), "holds more than " + maxFiles + " files");
    }
    List<FileStamp> stamps = new ArrayList<>();
    for (String name : names) {
      try {
        stamps.add(stamp(open, name));
      } catch (NoSuchFileException e) {
        // Deleted since the folder was listed.
      }
    }
    return stamps;
  }

  /** Metadata of a name. Of a link that is followed they are the target's. */
  private FileStamp stamp(SecureFolder in, String name) throws IOException {
    BasicFileAttributes attributes = in.attributes(name);
    if (attributes.isOther()) {
      guard.pipeSeen();
    }
    if (!attributes.isSymbolicLink()) {
      return FileStamp.of(name, attributes, attributes.isRegularFile() ? null : NO_FILE);
    }
    Optional<FileEntry> target = guard.target(in, name);
    if (target.isEmpty()) {
      return FileStamp.of(name, attributes, LEADS_OUT);
    }
    try (FileEntry found = target.get()) {
      BasicFileAttributes behind = found.folder().attributes(found.name());
      return FileStamp.of(name, behind, behind.isRegularFile() ? null : NO_FILE);
    }
  }

  /**
   * The entry of a file, behind its link if it is one: what is written replaces the target. The
   * caller closes it before this copy.
   *
   * @throws RefusedFileException when the link leads out
   */
  public FileEntry entry(String file) throws IOException {
    SecureFolder in = folder();
    if (!in.has(file) || !in.attributes(file).isSymbolicLink()) {
      return new FileEntry(in, file, true);
    }
    return guard
        .target(in, file)
        .orElseThrow(() -> new RefusedFileException(in.path().resolve(file), LEADS_OUT));
  }

  /**
   * Opens a file for reading.
   *
   * @throws RefusedFileException when it is none of the exchange's regular files
   */
  public FileChannel open(String file) throws IOException {
    try {
      return guard.read(folder(), file);
    } catch (NoSuchFileException e) {
      // Fails again when the file is gone.
      BasicFileAttributes found = folder().attributes(file);
      if (found.isOther()) {
        guard.pipeSeen();
      }
      if (!found.isSymbolicLink()) {
        throw new RefusedFileException(Path.of(file), NO_FILE);
      }
    }
    try (FileEntry target = entry(file)) {
      return guard.read(target.folder(), target.name());
    }
  }

  @Override
  public byte[] read(FileStamp file) throws IOException {
    try (FileChannel channel = open(file.name())) {
      return read(channel, file);
    }
  }

  @Override
  public boolean holds(ThreadFiles listed) throws IOException {
    try (OpenCopy now = guard.open(location)) {
      return now.list().equals(listed);
    }
  }

  /** Reads as many bytes as a file had when it was listed. */
  public static byte[] read(SeekableByteChannel channel, FileStamp file) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(file.size()));
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new EOFException(file.name() + " became shorter while it was read");
      }
    }
    return buffer.array();
  }

  @Override
  public void close() throws IOException {
    try (stateFolder) {
      if (folder.isPresent() && !flat()) {
        folder.get().close();
      }
    }
  }
}
