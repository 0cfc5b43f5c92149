package org.messgateway.gateway.exchange;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Exchanges two names as fast as it can, each time in one step, as somebody does who may write in a
 * folder and wants a file from elsewhere: renameat2(2) of Linux.
 */
public final class Swapper implements AutoCloseable {

  private static final int HERE = -100;
  private static final int EXCHANGE = 2;

  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicLong swaps = new AtomicLong();
  private final Thread thread;

  /** Starts to exchange the names; in the end each stands for what it stood for. */
  @SuppressWarnings("restricted")
  public Swapper(Path one, Path other) {
    Linker linker = Linker.nativeLinker();
    MethodHandle renameat2 =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("renameat2"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT));
    thread =
        Thread.ofPlatform()
            .daemon()
            .name("swapper")
            .start(() -> {
              try (Arena arena = Arena.ofConfined()) {
                MemorySegment first = arena.allocateFrom(one.toString());
                MemorySegment second = arena.allocateFrom(other.toString());
                while (!ended.get() || swaps.get() % 2 == 1) {
                  if ((int) renameat2.invokeExact(HERE, first, HERE, second, EXCHANGE) == 0) {
                    swaps.incrementAndGet();
                    Thread.onSpinWait();
                  } else if (ended.get()) {
                    return;
                  }
                }
              } catch (Throwable e) {
                throw new IllegalStateException(e);
              }
            });
  }

  public long swaps() {
    return swaps.get();
  }

  @Override
  public void close() {
    ended.set(true);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
