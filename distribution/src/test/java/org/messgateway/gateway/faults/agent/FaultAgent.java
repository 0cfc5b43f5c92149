package org.messgateway.gateway.faults.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The agent's entry. System properties say what it does:
 *
 * <ul>
 *   <li>{@code mess.fault.trace}: a file that gets a line for each write point reached
 *   <li>{@code mess.fault.stop}: the write point, with its number, at which the process is killed
 *   <li>{@code mess.fault.clock}: a file with the seconds by which the clock is wrong
 *   <li>{@code mess.fault.memory}: a file; when it is there, it is deleted and the heap filled
 * </ul>
 */
public final class FaultAgent {

  private static final int CHUNK = 1 << 20;
  private static final int LOOK_MILLIS = 10;

  private FaultAgent() {}

  /** Called by the JVM before {@code main}. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    WritePoints.prepare();
    instrumentation.addTransformer(new CallSites());
    String trigger = System.getProperty("mess.fault.memory");
    if (trigger != null) {
      Thread.ofPlatform().daemon().name("memory").start(() -> fillHeapAt(Path.of(trigger)));
    }
  }

  @SuppressWarnings("ModifiedButNotUsed") // What is kept is only to take memory.
  private static void fillHeapAt(Path trigger) {
    try {
      while (!Files.deleteIfExists(trigger)) {
        Thread.sleep(LOOK_MILLIS);
      }
      List<byte[]> kept = new ArrayList<>();
      while (true) {
        kept.add(new byte[CHUNK]);
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
