package org.messgateway.gateway.faults.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the moments before and after each write, one line of the trace each, and ends the process
 * at one of them by a real SIGKILL. State of the process that is under test, hence static: the
 * rewritten classes have no other way to reach it. For any thread.
 */
public final class WritePoints {

  private static final int SIGKILL = 9;
  private static final String STOP = System.getProperty("mess.fault.stop", "");
  private static final String TRACE = System.getProperty("mess.fault.trace", "");

  @SuppressWarnings("restricted") // The launcher enables native access.
  private static final MethodHandle KILL =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().find("kill").orElseThrow(),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

  private static final Map<String, Integer> COUNTS = new HashMap<>();

  private WritePoints() {}

  /** Makes ready what would take time at the moment itself. */
  static void prepare() {
    send(0);
  }

  /** A thread of the gateway stands before or after a write. */
  public static synchronized void reached(String where) {
    if (TRACE.isEmpty()) {
      return;
    }
    String point = where + "#" + COUNTS.merge(where, 1, Integer::sum);
    try {
      Files.writeString(
          Path.of(TRACE), point + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (point.equals(STOP)) {
      send(SIGKILL);
    }
  }

  private static void send(int signal) {
    try {
      int failed = (int) KILL.invokeExact((int) ProcessHandle.current().pid(), signal);
      if (failed != 0) {
        throw new IllegalStateException("kill was refused");
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
