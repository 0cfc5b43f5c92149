package org.messgateway.gateway.home;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An open folder. A name is looked up in the folder that was opened, also when another folder or a
 * link has taken its place since, and a name that is a link is never followed. Folders that others
 * may write are walked with it, one name after the other.
 *
 * <p>A file system without {@link SecureDirectoryStream} (Windows) has no such look-up. There the
 * folder's device and inode are compared before and after each use, which notices a folder that was
 * swapped, but not one that was swapped there and back in between.
 *
 * <p>Thread-safe, except {@link #names}. Errors name the path by which the folder was opened.
 */
@SuppressWarnings("StreamResourceLeak") // The folder owns its stream and closes it.
public final class SecureFolder implements Closeable {

  private static final Path ITSELF = Path.of(".");
  private static final String NOT_REGULAR = "it is not a regular file";

  private final Path path;
  private final DirectoryStream<Path> stream;
  private final @Nullable SecureDirectoryStream<Path> secure;
  private final @Nullable Object key;

  /** Made at its first use, which is seldom: see {@link #readWithoutWaiting}. */
  private static final class Native {
    private static final Optional<NonBlockingOpen> OPEN = NonBlockingOpen.ofThisSystem();

    private Native() {}
  }

  /** One use of a name in the folder. */
  @FunctionalInterface
  private interface Use<T> {
    T run() throws IOException;
  }

  private SecureFolder(Path path, DirectoryStream<Path> stream, boolean compared)
      throws IOException {
    this.path = path;
    this.stream = stream;
    this.secure = !compared && stream instanceof SecureDirectoryStream<Path> one ? one : null;
    this.key =
        secure == null
            ? keyOf(path)
            : secure.getFileAttributeView(BasicFileAttributeView.class).readAttributes().fileKey();
  }

  private static @Nullable Object keyOf(Path folder) throws IOException {
    return Files.readAttributes(folder, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  /** Opens a folder that the operator named: links in its path are followed. */
  public static SecureFolder open(Path folder) throws IOException {
    return open(folder, false);
  }

  /**
   * @param compared whether the folder is used as on a file system without secure look-up
   */
  static SecureFolder open(Path folder, boolean compared) throws IOException {
    Path real = folder.toRealPath();
    return opened(real, Files.newDirectoryStream(real), compared);
  }

  private static SecureFolder opened(Path path, DirectoryStream<Path> stream, boolean compared)
      throws IOException {
    boolean done = false;
    try {
      SecureFolder folder = new SecureFolder(path, stream, compared);
      done = true;
      return folder;
    } finally {
      if (!done) {
        stream.close();
      }
    }
  }

  /**
   * Opens a folder in one whose path others cannot change.
   *
   * @throws NotDirectoryException when the name is a link or a file
   */
  public static SecureFolder in(Path parent, String name) throws IOException {
    Path path = parent.resolve(name);
    BasicFileAttributes found =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return same(found, path, () -> Files.newDirectoryStream(path.resolve(ITSELF)), false);
  }

  /**
   * Opens a folder beneath one whose path others cannot change, name by name.
   *
   * @param path relative, of one name at least
   * @throws NotDirectoryException when a name is a link or a file
   */
  public static SecureFolder beneath(Path root, Path path) throws IOException {
    SecureFolder folder = in(root, path.getName(0).toString());
    for (int i = 1; i < path.getNameCount(); i++) {
      try (SecureFolder outer = folder) {
        folder = outer.folder(path.getName(i).toString());
      }
    }
    return folder;
  }

  /**
   * Opens a folder in this one.
   *
   * @throws NotDirectoryException when the name is a link or a file
   */
  public SecureFolder folder(String name) throws IOException {
    Path inner = path.resolve(name);
    BasicFileAttributes found = attributes(name);
    if (secure == null) {
      return checked(() -> same(found, inner, () -> Files.newDirectoryStream(inner), true));
    }
    return same(
        found,
        inner,
        () -> secure.newDirectoryStream(Path.of(name).resolve(ITSELF), LinkOption.NOFOLLOW_LINKS),
        false);
  }

  /**
   * Opens what was looked at. The name is opened with "/." behind it, which only a folder can have:
   * a pipe that took its place would hold the opening for good. A link that took its place leads
   * elsewhere, and what was opened is another folder.
   */
  private static SecureFolder same(
      BasicFileAttributes found, Path path, Use<DirectoryStream<Path>> opening, boolean compared)
      throws IOException {
    if (!found.isDirectory()) {
      throw new NotDirectoryException(path.toString());
    }
    SecureFolder folder = opened(path, opening.run(), compared);
    if (!Objects.equals(folder.key, found.fileKey())) {
      folder.close();
      throw swapped(path);
    }
    return folder;
  }

  private static NoSuchFileException swapped(Path path) {
    return new NoSuchFileException(path.toString(), null, "another one has taken its place");
  }

  /** Path by which the folder was opened: for messages, and for what needs no safety. */
  public Path path() {
    return path;
  }

  /**
   * Metadata of a name; of a link its own.
   *
   * @throws NoSuchFileException when the folder has no such name
   */
  public BasicFileAttributes attributes(String name) throws IOException {
    return view(name, BasicFileAttributeView.class).readAttributes();
  }

  /** Owner and rights of a name, not of what a link leads to; null where there are none. */
  public @Nullable PosixFileAttributeView rights(String name) {
    return view(name, PosixFileAttributeView.class);
  }

  private <V extends FileAttributeView> V view(String name, Class<V> type) {
    return secure == null
        ? Files.getFileAttributeView(path.resolve(name), type, LinkOption.NOFOLLOW_LINKS)
        : secure.getFileAttributeView(Path.of(name), type, LinkOption.NOFOLLOW_LINKS);
  }

  public boolean has(String name) throws IOException {
    try {
      return attributes(name) != null;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Calls back for each name in the folder until it returns false. At most once for a folder. */
  public void names(Predicate<String> visitor) throws IOException {
    try {
      for (Path entry : stream) {
        if (!visitor.test(String.valueOf(entry.getFileName()))) {
          return;
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /**
   * Opens a regular file for reading.
   *
   * @throws NoSuchFileException also when the name is, or has just become, something else
   */
  public FileChannel read(String name) throws IOException {
    return regular(name, StandardOpenOption.READ);
  }

  /**
   * The same where pipes were seen: one that takes the file's place between looking and opening
   * would hold {@link #read} for good. Costs a native call where the system has it (Linux).
   */
  public FileChannel readWithoutWaiting(String name) throws IOException {
    if (Native.OPEN.isEmpty()) {
      return read(name);
    }
    BasicFileAttributes found = attributes(name);
    if (!found.isRegularFile()) {
      throw new NoSuchFileException(path.resolve(name).toString(), null, NOT_REGULAR);
    }
    return Native.OPEN.get().open(path.resolve(name), found);
  }

  private FileChannel regular(String name, OpenOption access) throws IOException {
    BasicFileAttributes found = attributes(name);
    if (!found.isRegularFile()) {
      throw new NoSuchFileException(path.resolve(name).toString(), null, NOT_REGULAR);
    }
    try {
      return channel(name, Set.of(access, LinkOption.NOFOLLOW_LINKS));
    } catch (IOException e) {
      // Java's own words for a link that was not followed; it has no exception for that.
      throw String.valueOf(e.getMessage()).contains("NOFOLLOW_LINKS")
          ? swapped(path.resolve(name))
          : e;
    }
  }

  /** Creates a file for writing; fails where the name is taken. */
  public FileChannel create(String name) throws IOException {
    return channel(
        name,
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
  }

  private FileChannel channel(String name, Set<OpenOption> options) throws IOException {
    return secure == null
        ? checked(() -> FileChannel.open(path.resolve(name), options))
        : (FileChannel) secure.newByteChannel(Path.of(name), options);
  }

  /** Renames into another folder, or this one, in one step; replaces a file of that name. */
  public void move(String name, SecureFolder to, String target) throws IOException {
    if (secure != null && to.secure != null) {
      secure.move(Path.of(name), to.secure, Path.of(target));
    } else {
      checked(() ->
          to.checked(() ->
              Files.move(
                  path.resolve(name), to.path.resolve(target), StandardCopyOption.ATOMIC_MOVE)));
    }
  }

  /** Deletes a file, or a link; with everything in it where the name is a folder. */
  public void delete(String name) throws IOException {
    if (attributes(name).isDirectory()) {
      try (SecureFolder inner = folder(name)) {
        for (String each : inner.all()) {
          inner.delete(each);
        }
      }
      remove(name, true);
    } else {
      remove(name, false);
    }
  }

  private List<String> all() throws IOException {
    List<String> names = new ArrayList<>();
    names(names::add);
    return names;
  }

  private void remove(String name, boolean folder) throws IOException {
    if (secure == null) {
      checked(() -> {
        Files.delete(path.resolve(name));
        return name;
      });
    } else if (folder) {
      secure.deleteDirectory(Path.of(name));
    } else {
      secure.deleteFile(Path.of(name));
    }
  }

  /** Brings a file's content to the disk. */
  public void flush(String name) throws IOException {
    try (FileChannel file = regular(name, StandardOpenOption.WRITE)) {
      file.force(true);
    }
  }

  /** Brings the folder's names to the disk. */
  public void flush() throws IOException {
    try (FileChannel folder = channel(".", Set.of(StandardOpenOption.READ))) {
      folder.force(true);
    }
  }

  /** Compares the folder before and after a use by path. */
  private <T> T checked(Use<T> use) throws IOException {
    check();
    T result = use.run();
    boolean same = false;
    try {
      check();
      same = true;
      return result;
    } finally {
      if (!same && result instanceof Closeable open) {
        open.close();
      }
    }
  }

  private void check() throws IOException {
    if (!Objects.equals(key, keyOf(path)) || !path.equals(path.toRealPath())) {
      throw swapped(path);
    }
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
