package org.messgateway.gateway.exchange.write;

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
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.gateway.home.NativeFiles;

/**
 * Flushes a whole file system to the disk by one call, syncfs(2): for many small files it costs
 * about as much as a flush of one. Since Linux 5.8, the first that reports a failed disk.
 * Thread-safe.
 *
 * <p>The caller waits in the kernel, also for what other programs have written: on a platform
 * thread where it must not hold up others.
 */
final class FileSystemFlush {

  private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\b.*");
  private static final int FIRST_MAJOR = 5;
  private static final int FIRST_MINOR = 8;

  /** O_RDONLY | O_CLOEXEC. */
  private static final int READ = 0x80000;

  private static final AddressLayout TEXT = ValueLayout.ADDRESS;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private final MethodHandle open;
  private final MethodHandle syncfs;
  private final MethodHandle close;

  @SuppressWarnings("restricted") // The launcher enables native access.
  private FileSystemFlush(Linker linker) {
    Linker.Option errno = Linker.Option.captureCallState("errno");
    open =
        linker.downcallHandle(find(linker, "open"), FunctionDescriptor.of(INT, TEXT, INT), errno);
    syncfs = linker.downcallHandle(find(linker, "syncfs"), FunctionDescriptor.of(INT, INT), errno);
    close = linker.downcallHandle(find(linker, "close"), FunctionDescriptor.of(INT, INT), errno);
  }

  private static MemorySegment find(Linker linker, String name) {
    return linker.defaultLookup().findOrThrow(name);
  }

  /** Empty where the system has no syncfs, or native calls are not permitted. */
  static Optional<FileSystemFlush> ofThisSystem() {
    if (!known(System.getProperty("os.name"), System.getProperty("os.version"))) {
      return Optional.empty();
    }
    try {
      return Optional.of(new FileSystemFlush(Linker.nativeLinker()));
    } catch (UnsupportedOperationException | IllegalCallerException | IllegalArgumentException e) {
      return Optional.empty();
    } catch (NoSuchElementException noSuchFunction) {
      return Optional.empty();
    }
  }

  static boolean known(String system, String version) {
    Matcher numbers = VERSION.matcher(version);
    if (!system.equals("Linux") || !numbers.matches()) {
      return false;
    }
    int major = Integer.parseInt(numbers.group(1));
    return major > FIRST_MAJOR
        || (major == FIRST_MAJOR && Integer.parseInt(numbers.group(2)) >= FIRST_MINOR);
  }

  /**
   * Flushes the file system of a folder.
   *
   * @throws IOException in the system's words, when the disk is full or failed
   */
  void flush(Path folder) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      MemorySegment path =
          arena.allocateFrom(folder.resolve(".").toString(), StandardCharsets.UTF_8);
      int descriptor = (int) open.invokeExact(state, path, READ);
      check(descriptor, state, folder);
      try {
        check((int) syncfs.invokeExact(state, descriptor), state, folder);
      } finally {
        int _ = (int) close.invokeExact(arena.allocate(STATE), descriptor);
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static void check(int result, MemorySegment state, Path folder) throws IOException {
    if (result < 0) {
      int error = (int) ERRNO.get(state, 0L);
      throw new IOException(folder + " cannot be flushed to the disk: " + NativeFiles.words(error));
    }
  }
}
