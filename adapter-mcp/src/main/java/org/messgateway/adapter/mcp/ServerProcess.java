package org.messgateway.adapter.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.messgateway.adapter.mcp.McpAddress.Server;

/**
 * A program that was started, with those that it started itself. Its environment holds what a
 * program needs to run and what the operator wrote, and nothing else of ours.
 */
final class ServerProcess {

  private static final List<String> INHERITED =
      List.of("PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR", "SHELL");

  private final Process process;

  private ServerProcess(Process process) {
    this.process = process;
  }

  /**
   * @throws IOException when there is no such program, or it may not be started
   */
  static ServerProcess start(Server.Local server) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(server.command());
    Map<String, String> environment = builder.environment();
    environment.keySet().retainAll(INHERITED);
    environment.putAll(server.environment());
    return new ServerProcess(builder.start());
  }

  InputStream output() {
    return process.getInputStream();
  }

  InputStream errors() {
    return process.getErrorStream();
  }

  OutputStream input() {
    return process.getOutputStream();
  }

  boolean alive() {
    return process.isAlive();
  }

  /** The exit status, once the program has ended within the limit; else -1. */
  int awaitExit(Duration limit) throws InterruptedException {
    return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS) ? process.exitValue() : -1;
  }

  /**
   * Asks the program to end, and ends it and its own children by force when it has not after the
   * limit.
   */
  void end(Duration limit) {
    List<ProcessHandle> family = process.descendants().toList();
    process.destroy();
    try {
      awaitExit(limit);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      family.forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
