package org.messgateway.gateway.home;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Files by the system's own calls, where Java makes several of each or has none: Linux, on x86-64
 * and AArch64. A folder is a descriptor of the system, as {@link #folder} opened it; a name in it
 * is never followed where it is a link, and no opening waits for a pipe's writer. Names of ASCII
 * only: see {@link #fits}. The first use takes a fifth of a second. Thread-safe.
 *
 * <p>Errors have Java's own exceptions for them and the system's words.
 */
public final class NativeFiles {

  /** In place of a folder: a path that is whole. */
  public static final int NO_FOLDER = -100;

  private static final String FILE = "a file";
  private static final int WRITE = 1;
  private static final int READ_WRITE = 2;
  private static final int CREATE = 0x40;
  private static final int EXCLUSIVE = 0x80;
  private static final int NO_TERMINAL = 0x100;
  private static final int NON_BLOCKING = 0x800;

  /** A new time of access for each file that is read would be written to the disk. */
  private static final int NO_ACCESS_TIME = 0x40000;

  private static final int NO_REPLACE = 1;
  private static final int EXCHANGE = 2;
  private static final int NOT_FOLLOWED = 0x100;
  private static final int OF_DESCRIPTOR = 0x1000;
  private static final int PERMISSIONS = 0777;
  private static final int INTERRUPTED = -4;
  private static final int NOT_PERMITTED = -1;

  /** F_SETSIG; SIGURG, which does nothing: the signal that a lease has of itself ends a process. */
  private static final int SET_SIGNAL = 10;

  private static final int HARMLESS = 23;

  /** F_SETLEASE, F_WRLCK. */
  private static final int SET_LEASE = 1024;

  private static final int LEASE_TO_WRITE = 1;

  private final SystemCalls calls;
  private final int directory;
  private final int noFollow;

  /** Whether files can be read without a new time of access: while all are this user's own. */
  private volatile boolean unnoticed = true;

  private NativeFiles(SystemCalls calls, boolean arm) {
    this.calls = calls;
    directory = arm ? 0x4000 : 0x10000;
    noFollow = arm ? 0x8000 : 0x20000;
  }

  /** Empty where the system has no such calls, or native calls are not permitted. */
  public static Optional<NativeFiles> ofThisSystem() {
    boolean arm = System.getProperty("os.arch").equals("aarch64");
    if (!System.getProperty("os.name").equals("Linux")
        || !(arm || System.getProperty("os.arch").equals("amd64"))) {
      return Optional.empty();
    }
    try {
      return Optional.of(new NativeFiles(new SystemCalls(), arm));
    } catch (LinkageError notHere) {
      return Optional.empty();
    }
  }

  /** Whether a name or path means the same to the system and to Java, whatever the locale. */
  public static boolean fits(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) < ' ' || name.charAt(i) > '~') {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /**
   * Opens a folder; a link is none. The caller closes it.
   *
   * @param path its parent is trusted
   */
  public int folder(Path path) throws IOException {
    return open(NO_FOLDER, path.toString(), directory | noFollow, 0);
  }

  /** Opens a folder in an open one; a link is none. The caller closes it. */
  public int folder(int parent, String name) throws IOException {
    return open(parent, name, directory | noFollow, 0);
  }

  /**
   * Opens a file for reading, whatever it is; the caller closes it.
   *
   * @throws FileSystemException also where the name is a link
   */
  public int file(int folder, String name) throws IOException {
    int flags = noFollow | NON_BLOCKING | NO_TERMINAL;
    if (unnoticed) {
      int file = calls.open(folder, name, flags | NO_ACCESS_TIME, 0);
      if (file != NOT_PERMITTED) {
        return file == INTERRUPTED ? open(folder, name, flags, 0) : SystemCalls.checked(file, name);
      }
      unnoticed = false;
    }
    return open(folder, name, flags, 0);
  }

  private int open(int folder, String name, int flags, int mode) throws IOException {
    int file = calls.open(folder, name, flags, mode);
    while (file == INTERRUPTED) {
      file = calls.open(folder, name, flags, mode);
    }
    return SystemCalls.checked(file, name);
  }

  /** Metadata of a name; of a link its own. */
  public NativeStatus status(int folder, String name) throws IOException {
    return status(folder, name, NOT_FOLLOWED);
  }

  /** Metadata of a path, of a link its own; null where nothing is there. */
  public @Nullable NativeStatus find(String path) throws IOException {
    return calls.find(path, NOT_FOLLOWED);
  }

  /** Metadata of an open file. */
  public NativeStatus status(int file) throws IOException {
    return status(file, "", OF_DESCRIPTOR);
  }

  private NativeStatus status(int folder, String name, int flags) throws IOException {
    return calls.status(folder, name, flags);
  }

  /**
   * Reads an open file from its beginning.
   *
   * @return shorter than wanted where the file ends
   */
  public byte[] read(int file, int wanted) throws IOException {
    byte[] bytes = new byte[wanted];
    int length = 0;
    while (length < wanted) {
      int more = calls.read(file, bytes, length);
      if (more == 0) {
        return Arrays.copyOf(bytes, length);
      }
      length += more == INTERRUPTED ? 0 : SystemCalls.checked(more, FILE);
    }
    return bytes;
  }

  /**
   * Creates a file with content; fails where the name is taken. Nothing is left of it when it
   * fails, other than the file itself.
   *
   * @param like whose owner, group and permissions it gets as far as this user may give them
   * @param flush whether the content is on the disk afterwards
   * @return its metadata
   */
  public NativeStatus create(Path path, byte[] content, NativeStatus like, boolean flush)
      throws IOException {
    int flags = CREATE | EXCLUSIVE | WRITE | noFollow;
    int file = open(NO_FOLDER, path.toString(), flags, like.mode() & PERMISSIONS);
    try {
      write(file, content);
      NativeStatus is = status(file);
      give(file, like, is);
      return flushed(file, is, flush);
    } finally {
      close(file);
    }
  }

  /**
   * Gives a file another name and other content where nobody else can reach it: it has one name
   * only, nobody has it open (the system grants a lease then, which is kept until the end), it has
   * the rights that are wanted, and no attributes.
   *
   * @param from lies in a folder that nobody else enters
   * @param to fails where that is taken
   * @param like whose owner, group and permissions it must have
   * @param same whether the file is what the caller takes it for
   * @param flush whether the content is on the disk afterwards
   * @return its metadata; null, with nothing done, where somebody may reach it
   * @throws NoSuchFileException where it is gone
   */
  public @Nullable NativeStatus reuse(
      Path from,
      Path to,
      byte[] content,
      NativeStatus like,
      Predicate<NativeStatus> same,
      boolean flush)
      throws IOException {
    String name = from.toString();
    int file = open(NO_FOLDER, name, READ_WRITE | noFollow | NON_BLOCKING, 0);
    try {
      NativeStatus was = isAlone(file) ? status(file) : null;
      if (was == null || was.links() != 1 || !was.hasRightsOf(like) || !same.test(was)) {
        return null;
      }
      int _ =
          SystemCalls.checked(
              calls.rename(NO_FOLDER, name, NO_FOLDER, to.toString(), NO_REPLACE), name);
      if (was.size() > content.length) {
        int _ = SystemCalls.checked(calls.truncate(file, content.length), name);
      }
      write(file, content);
      return flushed(file, status(file), flush);
    } finally {
      close(file);
    }
  }

  private boolean isAlone(int file) throws IOException {
    return calls.control(file, SET_SIGNAL, HARMLESS) == 0
        && calls.control(file, SET_LEASE, LEASE_TO_WRITE) == 0
        && calls.attributes(file) == 0;
  }

  private void write(int file, byte[] content) throws IOException {
    int length = 0;
    while (length < content.length) {
      int more = calls.write(file, content, length);
      length += more == INTERRUPTED ? 0 : SystemCalls.checked(more, FILE);
    }
  }

  private NativeStatus flushed(int file, NativeStatus is, boolean wanted) throws IOException {
    if (wanted) {
      int _ = SystemCalls.checked(calls.flush(file), FILE);
    }
    return is;
  }

  /** Only root may change an owner; other users keep the group where they are in it. */
  private void give(int file, NativeStatus wanted, NativeStatus is) throws IOException {
    if (is.hasRightsOf(wanted)) {
      return;
    }
    if (is.gid() != wanted.gid()) {
      own(file, -1, wanted.gid());
    }
    if (is.uid() != wanted.uid()) {
      own(file, wanted.uid(), -1);
    }
    // A change of owner takes bits away.
    int _ = SystemCalls.checked(calls.permit(file, wanted.mode() & PERMISSIONS), FILE);
  }

  private void own(int file, int owner, int group) throws IOException {
    int done = calls.own(file, owner, group);
    if (done != NOT_PERMITTED) {
      int _ = SystemCalls.checked(done, FILE);
    }
  }

  /**
   * Gives two files each other's names, in one step: each is reached by one of them at any time.
   *
   * @return false, with nothing done, where the file system cannot do that, or not between these
   *     folders
   */
  public boolean exchange(Path one, int folder, String name) throws IOException {
    int done = calls.rename(NO_FOLDER, one.toString(), folder, name, EXCHANGE);
    return switch (done) {
      // EXDEV, EINVAL, ENOSYS, EOPNOTSUPP
      case -18, -22, -38, -95 -> false;
      default -> SystemCalls.checked(done, name) == 0;
    };
  }

  /** Whether the system keeps an attribute of that name with a file or folder. */
  public boolean hasAttribute(Path path, String attribute) throws IOException {
    return calls.attribute(path.toString(), attribute) >= 0;
  }

  /**
   * Flushes the file system of a folder; its name may have other letters than ASCII.
   *
   * @throws IOException in the system's words, when the disk is full or failed
   */
  public void flushFileSystem(Path folder) throws IOException {
    String name = folder.toString();
    int open = open(NO_FOLDER, name, directory, 0);
    try {
      int _ = SystemCalls.checked(calls.flushFileSystem(open), name);
    } finally {
      close(open);
    }
  }

  /** Closes what this class opened. */
  public void close(int descriptor) {
    // An interruption leaves nothing open, and neither does any other failure.
    int _ = calls.close(descriptor);
  }
}
