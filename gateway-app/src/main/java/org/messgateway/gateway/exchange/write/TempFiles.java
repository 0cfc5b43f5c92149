package org.messgateway.gateway.exchange.write;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.FileEntry;
import org.messgateway.gateway.exchange.files.FileStamp;
import org.messgateway.gateway.home.SecureFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Temporary files of the gateway, hidden in the state folder of their final name, so that a rename
 * is all that is left to do.
 */
public final class TempFiles {

  private static final Logger log = LoggerFactory.getLogger(TempFiles.class);
  private static final String PREFIX = ".mess-gateway-";
  private static final String SUFFIX = ".tmp";

  /** Tells process numbers from those of other machines, containers and boots. */
  private static final String MACHINE = machine();

  private static final String OURS = PREFIX + MACHINE + "-" + ProcessHandle.current().pid() + "-";

  private static final Pattern OF_A_PROCESS =
      Pattern.compile(Pattern.quote(PREFIX) + "([0-9a-f]{8})-(\\d{1,18})-\\w+\\.tmp");

  /** Folder of the gateway's own in which folders of threads are built. */
  private static final String BUILDING = "building";

  /** A folder with this bit gives its group to what is made in it; and all bits of rights. */
  private static final int SET_GROUP = 02000;

  private static final int MODE = 07777;

  /** A younger file of which nothing else is known can belong to another gateway that runs. */
  private static final Duration ABANDONED_AFTER = Duration.ofMinutes(1);

  private final ExchangeDirectory exchange;
  private final InstantSource clock;

  public TempFiles(ExchangeDirectory exchange, InstantSource clock) {
    this.exchange = exchange;
    this.clock = clock;
  }

  /** An unused name in a state folder, which readers ignore. */
  public Path newPath(StateFolder stateFolder) throws IOException {
    return exchange.make(exchange.path(stateFolder)).resolve(newName());
  }

  /** An unused name, which readers ignore. It says which process made it. */
  static String newName() {
    return OURS + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()) + SUFFIX;
  }

  /** Empty where the operating system does not say. */
  private static String machine() {
    try {
      CRC32 sum = new CRC32();
      sum.update(Files.readAllBytes(Path.of("/proc/sys/kernel/random/boot_id")));
      sum.update(Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString().getBytes(UTF_8));
      return HexFormat.of().toHexDigits((int) sum.getValue());
    } catch (IOException e) {
      return "";
    }
  }

  /** Whether the process that made a file has ended, as far as that is known here. */
  private static boolean isOfTheDead(String name) {
    Matcher made = OF_A_PROCESS.matcher(name);
    return made.matches()
        && made.group(1).equals(MACHINE)
        && ProcessHandle.of(Long.parseLong(made.group(2))).filter(ProcessHandle::isAlive).isEmpty();
  }

  /**
   * Makes a folder to build a thread's folder in, out of everybody's reach; its owner moves it to
   * its state folder, or deletes it. It has the group that a folder made there would have.
   */
  Path newFolder(StateFolder stateFolder) throws IOException {
    Path target = exchange.make(exchange.path(stateFolder));
    Path folder = exchange.make(exchange.gatewayFolder(BUILDING)).resolve(newName());
    Files.createDirectory(folder);
    if (target.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      inheritGroup(target, folder);
    }
    return folder;
  }

  private static void inheritGroup(Path from, Path folder) throws IOException {
    Map<String, Object> rights =
        Files.readAttributes(from, "unix:gid,mode", LinkOption.NOFOLLOW_LINKS);
    if (rights.get("mode") instanceof Integer mode && (mode & SET_GROUP) != 0) {
      try {
        Files.setAttribute(folder, "unix:gid", rights.get("gid"));
        Object own = Files.getAttribute(folder, "unix:mode");
        Files.setAttribute(folder, "unix:mode", ((Integer) own & MODE) | SET_GROUP);
      } catch (FileSystemException e) {
        log.debug("{} will belong to this user's group: {}", folder, e.getMessage());
      }
    }
  }

  /**
   * Writes a new file.
   *
   * @param like file whose owner and permissions the new file gets, so that the same users can
   *     write it; null for a new file
   * @param flush whether the content is on the disk afterwards; else {@link
   *     DiskFlush#flushContents} follows
   */
  static FileStamp write(
      SecureFolder folder, String name, byte[] content, @Nullable FileRights like, boolean flush)
      throws IOException {
    try (FileChannel channel = folder.create(name)) {
      ByteBuffer buffer = ByteBuffer.wrap(content);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      if (like != null) {
        like.giveTo(new FileEntry(folder, name, true));
      }
      if (flush) {
        channel.force(true);
      }
    }
    return FileStamp.of(new FileEntry(folder, name, true));
  }

  /** Copies a file of the gateway's own and flushes the copy to the disk. */
  static FileStamp copy(Path from, SecureFolder folder, String name) throws IOException {
    try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ)) {
      return copy(in, folder, name);
    }
  }

  /** Copies an open file from its beginning and flushes the copy to the disk. */
  static FileStamp copy(FileChannel in, SecureFolder folder, String name) throws IOException {
    try (FileChannel out = folder.create(name)) {
      long copied = 0;
      while (copied < in.size()) {
        copied += in.transferTo(copied, in.size() - copied, out);
      }
      out.force(true);
    }
    return FileStamp.of(new FileEntry(folder, name, true));
  }

  /** Deletes temporary files of a gateway that died, in the exchange and its state folders. */
  public void deleteAbandoned() {
    deleteAbandoned(exchange.root());
    for (StateFolder stateFolder : exchange.folders()) {
      deleteAbandoned(exchange.path(stateFolder));
    }
    if (Files.isDirectory(exchange.gatewayFolder(BUILDING))) {
      deleteAbandoned(exchange.gatewayFolder(BUILDING));
    }
  }

  private void deleteAbandoned(Path path) {
    try (SecureFolder folder = open(path)) {
      List<String> left = new ArrayList<>();
      folder.names(name -> !(name.startsWith(PREFIX) && name.endsWith(SUFFIX)) || left.add(name));
      for (String name : left) {
        deleteIfAbandoned(folder, name);
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      log.debug("{} is gone or is being moved", path);
    } catch (IOException e) {
      log.warn("Cannot clean up in {}: {}", path, e.toString());
    }
  }

  private void deleteIfAbandoned(SecureFolder folder, String name) throws IOException {
    try {
      Instant modified = folder.attributes(name).lastModifiedTime().toInstant();
      if (isOfTheDead(name)
          || Duration.between(modified, clock.instant()).compareTo(ABANDONED_AFTER) > 0) {
        folder.delete(name);
        log.info("Removed {}, left by a gateway that died", folder.path().resolve(name));
      }
    } catch (NoSuchFileException e) {
      log.trace("{} got its name or was deleted", name);
    }
  }

  /** Deletes a temporary file or folder; does nothing when it has got its final name. */
  public void delete(Path path) throws IOException {
    try (SecureFolder folder = open(Objects.requireNonNull(path.getParent()))) {
      String name = path.getFileName().toString();
      if (folder.has(name)) {
        folder.delete(name);
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      log.trace("{} is not there", path);
    }
  }

  /** Deletes a copy of a thread, in one step for readers. */
  public void remove(ThreadLocation location) throws IOException {
    try (SecureFolder stateFolder = open(exchange.path(location.stateFolder()))) {
      String hidden = newName();
      stateFolder.move(location.name(), stateFolder, hidden);
      stateFolder.delete(hidden);
    }
  }

  /** A state folder, or the gateway's own folder for what is being built. */
  private SecureFolder open(Path folder) throws IOException {
    return folder.startsWith(exchange.gatewayFolder(BUILDING)) || folder.equals(exchange.root())
        ? SecureFolder.open(folder)
        : SecureFolder.beneath(exchange.root(), exchange.root().relativize(folder));
  }

  /**
   * A file whose owner and permissions its successor gets.
   *
   * @param inode of the file that was listed
   */
  record FileRights(FileEntry file, long inode) {

    private static final Logger log = LoggerFactory.getLogger(FileRights.class);

    private static final String RIGHTS = "unix:uid,gid,mode";

    void giveTo(FileEntry successor) throws IOException {
      PosixFileAttributeView from = file.folder().rights(file.name());
      PosixFileAttributeView to = successor.folder().rights(successor.name());
      if (from != null && to != null && !same(file, successor)) {
        PosixFileAttributes wanted = from.readAttributes();
        giveOwner(wanted, to);
        to.setPermissions(wanted.permissions());
      }
    }

    /**
     * Compares numbers: each name of an owner or group costs a query of the user directory. Java
     * reads numbers by path only; where another file has that path, the names are compared.
     */
    private boolean same(FileEntry one, FileEntry other) throws IOException {
      return one.path().getFileSystem().supportedFileAttributeViews().contains("unix")
          && numbers(one, inode).equals(numbers(other, FileStamp.of(other).inode()));
    }

    private static Map<String, Object> numbers(FileEntry entry, long inode) throws IOException {
      Map<String, Object> rights =
          new HashMap<>(
              Files.readAttributes(entry.path(), RIGHTS + ",ino", LinkOption.NOFOLLOW_LINKS));
      Object found = rights.remove("ino");
      return Long.valueOf(inode).equals(found) ? rights : Map.of("ino", inode);
    }

    /** Only root may change an owner; other users keep the group where they are in it. */
    private void giveOwner(PosixFileAttributes wanted, PosixFileAttributeView to)
        throws IOException {
      PosixFileAttributes is = to.readAttributes();
      try {
        if (!is.group().equals(wanted.group())) {
          to.setGroup(wanted.group());
        }
        if (!is.owner().equals(wanted.owner())) {
          to.setOwner(wanted.owner());
        }
      } catch (FileSystemException e) {
        log.debug("{} will belong to this user: {}", file.path(), e.getMessage());
      }
    }
  }
}
