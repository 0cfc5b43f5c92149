package org.messgateway.gateway.faults.agent;

import java.lang.instrument.Instrumentation;

/**
 * The agent's entry. System properties say what it does:
 *
 * <ul>
 *   <li>{@code mess.fault.trace}: a file that gets a line for each write point reached
 *   <li>{@code mess.fault.stop}: the write point, with its number, at which the process is killed
 *   <li>{@code mess.fault.clock}: a file with the seconds by which the clock is wrong
 * </ul>
 */
public final class FaultAgent {

  private FaultAgent() {}

  /** Called by the JVM before {@code main}. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    WritePoints.prepare();
    instrumentation.addTransformer(new CallSites());
  }
}
