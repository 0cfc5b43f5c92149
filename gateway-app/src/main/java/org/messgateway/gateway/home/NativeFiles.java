package org.messgateway.gateway.home;

import java.io.IOException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The system's calls for plain files, where Java makes several of each or has none: Linux, on
 * x86-64 and AArch64. A folder is a descriptor of the system, as {@link #folder} opened it; a name
 * in it is never followed where it is a link, and no opening waits for a pipe's writer. Names of
 * ASCII only: see {@link #fits}. The first use takes a fifth of a second. Thread-safe.
 *
 * <p>Errors have Java's own exceptions for them and the system's words.
 */
public final class NativeFiles {

  /** In place of a folder: a path that is whole. */
  public static final int NO_FOLDER = -100;

  private static final int WRITE = 1;
  private static final int CREATE = 0x40;
  private static final int EXCLUSIVE = 0x80;
  private static final int NO_TERMINAL = 0x100;
  private static final int NON_BLOCKING = 0x800;
  private static final int CLOSE_ON_EXEC = 0x80000;
  private static final int EXCHANGE = 2;
  private static final int NOT_FOLLOWED = 0x100;
  private static final int OF_DESCRIPTOR = 0x1000;
  private static final int PERMISSIONS = 0777;

  private static final int NOT_PERMITTED = 1;
  private static final int NO_ENTRY = 2;
  private static final int INTERRUPTED = 4;
  private static final int ACCESS = 13;
  private static final int EXISTS = 17;
  private static final int NO_FOLDER_THERE = 20;
  private static final int LINK = 40;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final AddressLayout ADDRESS = ValueLayout.ADDRESS;
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  /** Bytes that a call takes for its error and the result of statx(2). */
  private static final long FRAME = 512;

  private final int directory;
  private final int noFollow;
  private final MethodHandle openat;
  private final MethodHandle statx;
  private final MethodHandle pread;
  private final MethodHandle write;
  private final MethodHandle fsync;
  private final MethodHandle fchown;
  private final MethodHandle fchmod;
  private final MethodHandle renameat2;
  private final MethodHandle getxattr;
  private final MethodHandle close;

  @SuppressWarnings("restricted") // The launcher enables native access.
  private NativeFiles(Linker linker, boolean arm) {
    directory = arm ? 0x4000 : 0x10000;
    noFollow = arm ? 0x8000 : 0x20000;
    Linker.Option errno = Linker.Option.captureCallState("errno");
    openat =
        linker.downcallHandle(
            find(linker, "openat"),
            FunctionDescriptor.of(INT, INT, ADDRESS, INT, INT),
            errno,
            Linker.Option.firstVariadicArg(3));
    statx = handle(linker, "statx", FunctionDescriptor.of(INT, INT, ADDRESS, INT, INT, ADDRESS));
    pread = handle(linker, "pread", FunctionDescriptor.of(LONG, INT, ADDRESS, LONG, LONG));
    write = handle(linker, "write", FunctionDescriptor.of(LONG, INT, ADDRESS, LONG));
    fsync = handle(linker, "fsync", FunctionDescriptor.of(INT, INT));
    fchown = handle(linker, "fchown", FunctionDescriptor.of(INT, INT, INT, INT));
    fchmod = handle(linker, "fchmod", FunctionDescriptor.of(INT, INT, INT));
    renameat2 =
        handle(linker, "renameat2", FunctionDescriptor.of(INT, INT, ADDRESS, INT, ADDRESS, INT));
    getxattr =
        handle(linker, "getxattr", FunctionDescriptor.of(LONG, ADDRESS, ADDRESS, ADDRESS, LONG));
    close = handle(linker, "close", FunctionDescriptor.of(INT, INT));
  }

  @SuppressWarnings("restricted") // The launcher enables native access.
  private static MethodHandle handle(Linker linker, String name, FunctionDescriptor type) {
    return linker.downcallHandle(find(linker, name), type, Linker.Option.captureCallState("errno"));
  }

  private static MemorySegment find(Linker linker, String name) {
    return linker.defaultLookup().findOrThrow(name);
  }

  /** Empty where the system has no such calls, or native calls are not permitted. */
  public static Optional<NativeFiles> ofThisSystem() {
    boolean arm = System.getProperty("os.arch").equals("aarch64");
    if (!System.getProperty("os.name").equals("Linux")
        || !(arm || System.getProperty("os.arch").equals("amd64"))) {
      return Optional.empty();
    }
    try {
      return Optional.of(new NativeFiles(Linker.nativeLinker(), arm));
    } catch (UnsupportedOperationException
        | IllegalCallerException
        | IllegalArgumentException
        | NoSuchElementException notHere) {
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

  /**
   * Opens a file for reading, whatever it is; the caller closes it.
   *
   * @throws FileSystemException also where the name is a link
   */
  public int file(int folder, String name) throws IOException {
    return open(folder, name, noFollow | NON_BLOCKING | NO_TERMINAL, 0);
  }

  private int open(int folder, String name, int flags, int mode) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment frame = arena.allocate(FRAME);
      MemorySegment text = arena.allocateFrom(name, StandardCharsets.US_ASCII);
      int descriptor = (int) openat.invokeExact(frame, folder, text, flags | CLOSE_ON_EXEC, mode);
      return checked(descriptor, frame, name);
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  /** Metadata of a name; of a link its own. */
  public NativeStatus status(int folder, String name) throws IOException {
    return status(folder, name, NOT_FOLLOWED);
  }

  /** Metadata of an open file. */
  public NativeStatus status(int file) throws IOException {
    return status(file, "", OF_DESCRIPTOR);
  }

  private NativeStatus status(int folder, String name, int flags) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment frame = arena.allocate(FRAME);
      MemorySegment text = arena.allocateFrom(name, StandardCharsets.US_ASCII);
      MemorySegment status = frame.asSlice(FRAME - NativeStatus.BYTES);
      int done = (int) statx.invokeExact(frame, folder, text, flags, NativeStatus.BASIC, status);
      int _ = checked(done, frame, name);
      return NativeStatus.of(status);
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  /**
   * Reads an open file from its beginning.
   *
   * @return shorter than wanted where the file ends
   */
  public byte[] read(int file, int wanted) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment frame = arena.allocate(FRAME);
      MemorySegment bytes = arena.allocate(Math.max(wanted, 1));
      long length = 0;
      while (length < wanted) {
        MemorySegment rest = bytes.asSlice(length);
        long more = (long) pread.invokeExact(frame, file, rest, wanted - length, length);
        if (more == 0) {
          break;
        }
        if (more > 0) {
          length += more;
        } else if (error(frame) != INTERRUPTED) {
          throw failure(error(frame), "a file");
        }
      }
      return bytes.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    } catch (Throwable e) {
      throw rethrown(e);
    }
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
      if (flush) {
        call(fsync, file);
      }
      return is;
    } finally {
      close(file);
    }
  }

  private void write(int file, byte[] content) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment frame = arena.allocate(FRAME);
      MemorySegment bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, content);
      long length = 0;
      while (length < content.length) {
        long left = content.length - length;
        long more = (long) write.invokeExact(frame, file, bytes.asSlice(length), left);
        if (more >= 0) {
          length += more;
        } else if (error(frame) != INTERRUPTED) {
          throw failure(error(frame), "a file");
        }
      }
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  private void give(int file, NativeStatus wanted, NativeStatus is) throws IOException {
    boolean owned = is.gid() == wanted.gid() && is.uid() == wanted.uid();
    if (is.gid() != wanted.gid()) {
      own(file, -1, wanted.gid());
    }
    if (is.uid() != wanted.uid()) {
      own(file, wanted.uid(), -1);
    }
    int permissions = wanted.mode() & PERMISSIONS;
    // A change of owner takes bits away.
    if (!owned || (is.mode() & PERMISSIONS) != permissions) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment frame = arena.allocate(FRAME);
        int _ = checked((int) fchmod.invokeExact(frame, file, permissions), frame, "a file");
      } catch (Throwable e) {
        throw rethrown(e);
      }
    }
  }

  /** Only root may change an owner; other users keep the group where they are in it. */
  private void own(int file, int owner, int group) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment frame = arena.allocate(FRAME);
      if ((int) fchown.invokeExact(frame, file, owner, group) < 0
          && error(frame) != NOT_PERMITTED) {
        throw failure(error(frame), "a file");
      }
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  /**
   * Gives two files each other's names, in one step: each is reached by one of them at any time.
   *
   * @return false, with nothing done, where the file system cannot do that, or not between these
   *     folders
   */
  public boolean exchange(Path one, int folder, String name) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment frame = arena.allocate(FRAME);
      MemorySegment first = arena.allocateFrom(one.toString(), StandardCharsets.US_ASCII);
      MemorySegment second = arena.allocateFrom(name, StandardCharsets.US_ASCII);
      int done = (int) renameat2.invokeExact(frame, NO_FOLDER, first, folder, second, EXCHANGE);
      if (done < 0) {
        return switch (error(frame)) {
          // EXDEV, EINVAL, ENOSYS, EOPNOTSUPP
          case 18, 22, 38, 95 -> false;
          default -> throw failure(error(frame), name);
        };
      }
      return true;
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  /** Whether the system keeps an attribute of that name with a file or folder. */
  public boolean hasAttribute(Path path, String attribute) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment frame = arena.allocate(FRAME);
      MemorySegment text = arena.allocateFrom(path.toString(), StandardCharsets.US_ASCII);
      MemorySegment name = arena.allocateFrom(attribute, StandardCharsets.US_ASCII);
      return (long) getxattr.invokeExact(frame, text, name, MemorySegment.NULL, 0L) >= 0;
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  /** Closes what this class opened. */
  public void close(int descriptor) throws IOException {
    call(close, descriptor);
  }

  private static void call(MethodHandle call, int descriptor) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment frame = arena.allocate(FRAME);
      int _ = checked((int) call.invokeExact(frame, descriptor), frame, "a file");
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  private static int checked(int result, MemorySegment frame, String name) throws IOException {
    if (result < 0) {
      throw failure(error(frame), name);
    }
    return result;
  }

  private static int error(MemorySegment frame) {
    return (int) ERRNO.get(frame, 0L);
  }

  private static IOException failure(int error, String name) {
    return switch (error) {
      case NO_ENTRY -> new NoSuchFileException(name);
      case ACCESS -> new AccessDeniedException(name);
      case EXISTS -> new FileAlreadyExistsException(name);
      case NO_FOLDER_THERE -> new NotDirectoryException(name);
      default -> new FileSystemException(name, null, words(error));
    };
  }

  /** The system's words for an error that an operator can do something about. */
  public static String words(int error) {
    return switch (error) {
      case NOT_PERMITTED -> "Operation not permitted";
      case 5 -> "Input/output error";
      case 24 -> "Too many open files";
      case 28 -> "No space left on device";
      case 30 -> "Read-only file system";
      case LINK -> "it is a link";
      case 122 -> "Disk quota exceeded";
      default -> "error " + error;
    };
  }

  private static IOException rethrown(Throwable e) {
    return switch (e) {
      case IOException failed -> failed;
      case RuntimeException mistake -> throw mistake;
      case Error error -> throw error;
      default -> throw new IllegalStateException(e);
    };
  }
}
