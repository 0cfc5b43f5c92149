package org.messgateway.gateway.exchange.watch;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.Charset;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.Optional;

/** The system's calls for inotify(7): Linux only. Thread-safe. */
final class InotifyCalls {

  /** How Java and the system write names. */
  static final Charset NAMES =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"), Charset.defaultCharset());

  private static final int NON_BLOCKING = 0x800;
  private static final int CLOSE_ON_EXEC = 0x80000;
  private static final short READABLE = 1;
  private static final int POLLED_BYTES = 8;
  private static final int NO_ENTRY = 2;
  private static final int TOO_MANY_FILES = 24;
  private static final int NO_FOLDER = 20;
  private static final int NO_SPACE = 28;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private final MethodHandle init;
  private final MethodHandle add;
  private final MethodHandle remove;
  private final MethodHandle eventfd;
  private final MethodHandle poll;
  private final MethodHandle read;
  private final MethodHandle write;
  private final MethodHandle close;

  private InotifyCalls(Linker linker) {
    init = handle(linker, "inotify_init1", FunctionDescriptor.of(INT, INT));
    add =
        handle(
            linker, "inotify_add_watch", FunctionDescriptor.of(INT, INT, ValueLayout.ADDRESS, INT));
    remove = handle(linker, "inotify_rm_watch", FunctionDescriptor.of(INT, INT, INT));
    eventfd = handle(linker, "eventfd", FunctionDescriptor.of(INT, INT, INT));
    poll = handle(linker, "poll", FunctionDescriptor.of(INT, ValueLayout.ADDRESS, LONG, INT));
    read = handle(linker, "read", FunctionDescriptor.of(LONG, INT, ValueLayout.ADDRESS, LONG));
    write = handle(linker, "write", FunctionDescriptor.of(LONG, INT, ValueLayout.ADDRESS, LONG));
    close = handle(linker, "close", FunctionDescriptor.of(INT, INT));
  }

  @SuppressWarnings("restricted") // The launcher enables native access.
  private static MethodHandle handle(Linker linker, String name, FunctionDescriptor type) {
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name), type, Linker.Option.captureCallState("errno"));
  }

  /** Empty where the system has no such calls, or native calls are not permitted. */
  static Optional<InotifyCalls> ofThisSystem() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return Optional.empty();
    }
    try {
      return Optional.of(new InotifyCalls(Linker.nativeLinker()));
    } catch (UnsupportedOperationException
        | IllegalCallerException
        | IllegalArgumentException
        | NoSuchElementException notHere) {
      return Optional.empty();
    }
  }

  /** A new queue of events; a read of it never waits. */
  int open() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      int queue = (int) init.invokeExact(state, NON_BLOCKING | CLOSE_ON_EXEC);
      if (queue < 0) {
        throw new IOException(
            error(state) == TOO_MANY_FILES
                ? "User limit of inotify instances reached or too many open files"
                : "inotify is not to be had, error " + error(state));
      }
      return queue;
    } catch (Throwable e) {
      throw asIo(e);
    }
  }

  /** A descriptor that {@link #raise} makes readable. */
  int signal() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      int signal = (int) eventfd.invokeExact(state, 0, NON_BLOCKING | CLOSE_ON_EXEC);
      if (signal < 0) {
        throw new IOException("no descriptor is to be had, error " + error(state));
      }
      return signal;
    } catch (Throwable e) {
      throw asIo(e);
    }
  }

  void raise(int signal) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment one = arena.allocateFrom(LONG, 1);
      long _ = (long) write.invokeExact(arena.allocate(STATE), signal, one, LONG.byteSize());
    } catch (Throwable e) {
      throw asIo(e);
    }
  }

  /** Watches a folder; returns its number in the queue, the same for the same directory. */
  int add(int queue, Path folder, int kinds) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      MemorySegment path = arena.allocateFrom(folder.toString(), NAMES);
      int number = (int) add.invokeExact(state, queue, path, kinds);
      if (number >= 0) {
        return number;
      }
      throw switch (error(state)) {
        case NO_ENTRY -> new NoSuchFileException(folder.toString());
        case NO_FOLDER -> new NotDirectoryException(folder.toString());
        case NO_SPACE -> new IOException("User limit of inotify watches reached");
        default -> new IOException(folder + " cannot be watched, error " + error(state));
      };
    } catch (Throwable e) {
      throw asIo(e);
    }
  }

  /** One that is gone already is no error. */
  void remove(int queue, int number) {
    try (Arena arena = Arena.ofConfined()) {
      int _ = (int) remove.invokeExact(arena.allocate(STATE), queue, number);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** Waits until one of two descriptors can be read, or the time is over. */
  void await(int one, int other, int millis) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment polled = arena.allocate(2L * POLLED_BYTES, LONG.byteAlignment());
      polled.set(INT, 0, one);
      polled.set(ValueLayout.JAVA_SHORT, 4, READABLE);
      polled.set(INT, POLLED_BYTES, other);
      polled.set(ValueLayout.JAVA_SHORT, POLLED_BYTES + 4L, READABLE);
      int _ = (int) poll.invokeExact(arena.allocate(STATE), polled, 2L, millis);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** Reads what is there; 0 for nothing. */
  int read(int queue, MemorySegment into) {
    try (Arena arena = Arena.ofConfined()) {
      long length = (long) read.invokeExact(arena.allocate(STATE), queue, into, into.byteSize());
      return (int) Math.max(0, length);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  void close(int descriptor) {
    try (Arena arena = Arena.ofConfined()) {
      int _ = (int) close.invokeExact(arena.allocate(STATE), descriptor);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static int error(MemorySegment state) {
    return (int) ERRNO.get(state, 0L);
  }

  private static IOException asIo(Throwable e) {
    if (e instanceof IOException io) {
      return io;
    }
    throw unchecked(e);
  }

  private static RuntimeException unchecked(Throwable e) {
    return switch (e) {
      case Error error -> throw error;
      case RuntimeException failure -> failure;
      default -> new IllegalStateException(e);
    };
  }
}
