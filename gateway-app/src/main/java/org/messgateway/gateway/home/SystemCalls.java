package org.messgateway.gateway.home;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Calls of Linux on x86-64 and AArch64, as C has them: a result below 0 is an error, its number
 * negated. The memory of a call is kept for the next one, since to get and clear it costs more than
 * most calls do. Thread-safe. The class cannot be initialized where native calls are not permitted,
 * or the system lacks one.
 */
public final class SystemCalls {

  /** O_CLOEXEC, IN_CLOEXEC, EFD_CLOEXEC. */
  private static final int CLOSE_ON_EXEC = 0x80000;

  /** ENOENT. */
  private static final int NO_ENTRY = -2;

  /** ENOTDIR. */
  private static final int NO_FOLDER = -20;

  /** IN_NONBLOCK, EFD_NONBLOCK. */
  private static final int NON_BLOCKING = 0x800;

  /** Memories that are kept; a thread looks for one in its own place only. */
  private static final int KEPT = 8;

  // Constants, whose calls the compiler makes directly.
  private static final Function OPENAT = Function.of("openat");
  private static final Function STATX = Function.of("statx");
  private static final Function PREAD = Function.of("pread");
  private static final Function WRITE = Function.of("write");
  private static final Function FSYNC = Function.of("fsync");
  private static final Function SYNCFS = Function.of("syncfs");
  private static final Function FTRUNCATE = Function.of("ftruncate");
  private static final Function FCHOWN = Function.of("fchown");
  private static final Function FCHMOD = Function.of("fchmod");
  private static final Function FCNTL = Function.of("fcntl");
  private static final Function RENAMEAT2 = Function.of("renameat2");
  private static final Function GETXATTR = Function.of("getxattr");
  private static final Function FLISTXATTR = Function.of("flistxattr");
  private static final Function CLOSE = Function.of("close");
  private static final Function INOTIFY_INIT1 = Function.of("inotify_init1");
  private static final Function INOTIFY_ADD_WATCH = Function.of("inotify_add_watch");
  private static final Function INOTIFY_RM_WATCH = Function.of("inotify_rm_watch");
  private static final Function EVENTFD = Function.of("eventfd");
  private static final Function POLL = Function.of("poll");
  private static final Function READ = Function.of("read");

  private final AtomicReferenceArray<@Nullable CallMemory> free = new AtomicReferenceArray<>(KEPT);

  /**
   * A function of the system's library. All have one form, which the linker makes once: five
   * numbers, an address being one. A function takes as many, and of each as many bits, as it has;
   * the rest lies in registers that it does not look at.
   */
  private record Function(MethodHandle handle) {

    private static final MemoryLayout NUMBER = ValueLayout.JAVA_LONG;

    @SuppressWarnings("restricted") // The launcher enables native access.
    static Function of(String name) {
      Linker linker = Linker.nativeLinker();
      return new Function(
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow(name),
              FunctionDescriptor.of(NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER),
              Linker.Option.captureCallState("errno"),
              // openat and fcntl take any number; it changes nothing for the others.
              Linker.Option.firstVariadicArg(2)));
    }

    /** Results of all functions here are numbers of 32 bits, also where C has more. */
    int call(CallMemory at, long one, long two, long three, long four, long five) {
      try {
        return at.checked((int) (long) handle.invokeExact(at.error, one, two, three, four, five));
      } catch (Throwable e) {
        throw failure(e);
      }
    }

    /** The linker's handles throw no checked exception. */
    private static RuntimeException failure(Throwable e) {
      return switch (e) {
        case Error error -> throw error;
        case RuntimeException unchecked -> unchecked;
        default -> new IllegalStateException(e);
      };
    }
  }

  private CallMemory take() {
    CallMemory memory = free.getAndSet(place(), null);
    return memory == null ? new CallMemory() : memory;
  }

  private void give(CallMemory memory) {
    free.set(place(), memory);
  }

  private static int place() {
    return (int) Thread.currentThread().threadId() & KEPT - 1;
  }

  /** A call that needs no memory. */
  private int call(Function function, long one, long two, long three) {
    CallMemory at = take();
    try {
      return function.call(at, one, two, three, 0, 0);
    } finally {
      give(at);
    }
  }

  int open(int folder, String name, int flags, int mode) throws IOException {
    CallMemory at = take();
    try {
      return OPENAT.call(at, folder, at.name(name), flags | CLOSE_ON_EXEC, mode, 0);
    } finally {
      give(at);
    }
  }

  NativeStatus status(int folder, String name, int flags) throws IOException {
    CallMemory at = take();
    try {
      int done = STATX.call(at, folder, at.name(name), flags, NativeStatus.BASIC, at.status());
      int _ = checked(done, name);
      return at.found();
    } finally {
      give(at);
    }
  }

  /** The same of a path; null where nothing is there. */
  @Nullable NativeStatus find(String path, int flags) throws IOException {
    CallMemory at = take();
    try {
      int done =
          STATX.call(
              at, NativeFiles.NO_FOLDER, at.name(path), flags, NativeStatus.BASIC, at.status());
      return done == NO_ENTRY || done == NO_FOLDER || checked(done, path) != 0 ? null : at.found();
    } finally {
      give(at);
    }
  }

  /** Reads into an array behind what it holds. */
  int read(int file, byte[] to, int held) {
    CallMemory at = take();
    try {
      int wanted = to.length - held;
      MemorySegment bytes = at.content(wanted);
      int got = PREAD.call(at, file, bytes.address(), wanted, held, 0);
      if (got > 0) {
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, 0, to, held, got);
      }
      return got;
    } finally {
      give(at);
    }
  }

  /** Writes the rest of an array. */
  int write(int file, byte[] from, int written) {
    CallMemory at = take();
    int left = from.length - written;
    MemorySegment bytes = at.content(left);
    try {
      MemorySegment.copy(from, written, bytes, ValueLayout.JAVA_BYTE, 0, left);
      return WRITE.call(at, file, bytes.address(), left, 0, 0);
    } finally {
      Reference.reachabilityFence(bytes);
      give(at);
    }
  }

  int flush(int file) {
    return call(FSYNC, file, 0, 0);
  }

  int flushFileSystem(int file) {
    return call(SYNCFS, file, 0, 0);
  }

  int truncate(int file, long bytes) {
    return call(FTRUNCATE, file, bytes, 0);
  }

  int own(int file, int owner, int group) {
    return call(FCHOWN, file, owner, group);
  }

  int permit(int file, int mode) {
    return call(FCHMOD, file, mode, 0);
  }

  int control(int file, int command, int value) {
    return call(FCNTL, file, command, value);
  }

  int rename(int from, String name, int to, String other, int how) throws IOException {
    CallMemory at = take();
    try {
      return RENAMEAT2.call(at, from, at.name(name), to, at.other(other), how);
    } finally {
      give(at);
    }
  }

  /** Bytes of an attribute. */
  int attribute(String path, String name) throws IOException {
    CallMemory at = take();
    try {
      return GETXATTR.call(at, at.name(path), at.other(name), 0, 0, 0);
    } finally {
      give(at);
    }
  }

  /** Bytes of the names of all attributes. */
  int attributes(int file) {
    return call(FLISTXATTR, file, 0, 0);
  }

  public int close(int file) {
    return call(CLOSE, file, 0, 0);
  }

  /** A new queue of events (inotify(7)); a read of it never waits. */
  public int queue() {
    return call(INOTIFY_INIT1, NON_BLOCKING | CLOSE_ON_EXEC, 0, 0);
  }

  /** Watches a folder; its number in the queue is the same for the same directory. */
  public int watch(int queue, byte[] path, int kinds) throws IOException {
    CallMemory at = take();
    try {
      return INOTIFY_ADD_WATCH.call(at, queue, at.name(path), kinds, 0, 0);
    } finally {
      give(at);
    }
  }

  /** Watches it no longer. */
  public int ignore(int queue, int number) {
    return call(INOTIFY_RM_WATCH, queue, number, 0);
  }

  /** A descriptor that {@link #raise} makes readable. */
  public int signal() {
    return call(EVENTFD, 0, NON_BLOCKING | CLOSE_ON_EXEC, 0);
  }

  public int raise(int signal) {
    CallMemory at = take();
    try {
      return WRITE.call(at, signal, at.one(), Long.BYTES, 0, 0);
    } finally {
      give(at);
    }
  }

  /** Waits until one of two descriptors can be read, or the time is over. */
  public int await(int one, int other, int millis) {
    CallMemory at = take();
    try {
      return POLL.call(at, at.both(one, other), 2, millis, 0, 0);
    } finally {
      give(at);
    }
  }

  /** Reads what a queue holds, some hundred events at most; nothing is no bytes. */
  public byte[] events(int queue) {
    CallMemory at = take();
    try {
      MemorySegment bytes = at.content(CallMemory.CONTENT);
      int length = READ.call(at, queue, bytes.address(), bytes.byteSize(), 0, 0);
      return bytes.asSlice(0, Math.max(0, length)).toArray(ValueLayout.JAVA_BYTE);
    } finally {
      give(at);
    }
  }

  /**
   * A result that is no error.
   *
   * @param name of the file, for people
   */
  public static int checked(int result, String name) throws IOException {
    if (result >= 0) {
      return result;
    }
    throw switch (-result) {
      case 2 -> new NoSuchFileException(name);
      case 13 -> new AccessDeniedException(name);
      case 17 -> new FileAlreadyExistsException(name);
      case 20 -> new NotDirectoryException(name);
      default -> new FileSystemException(name, null, words(-result));
    };
  }

  /** The system's words for an error that an operator can do something about. */
  private static String words(int error) {
    return switch (error) {
      case 1 -> "Operation not permitted";
      case 5 -> "Input/output error";
      case 24 -> "Too many open files";
      case 28 -> "No space left on device";
      case 30 -> "Read-only file system";
      case 36 -> "File name too long";
      case 40 -> "it is a link";
      case 122 -> "Disk quota exceeded";
      default -> "error " + error;
    };
  }
}
