package org.messgateway.gateway.channels.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A program that has ended.
 *
 * @param out what it printed, both streams
 */
record ProgramRun(List<String> command, int status, String out) {

  private static final long LIMIT_MINUTES = 4;

  /** Runs it to its end, with nothing of this machine's settings for the gateway or Maven. */
  static ProgramRun of(
      List<String> command, Path directory, Path log, Map<String, String> environment)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().keySet().removeIf(ProgramRun::ours);
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    boolean ended = process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
    if (!ended) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
    String out = Files.readString(log, UTF_8);
    return new ProgramRun(command, ended ? process.exitValue() : -1, out);
  }

  private static boolean ours(String name) {
    return name.startsWith("MESS_") || name.startsWith("MAVEN_");
  }

  @Override
  public String toString() {
    return String.join(" ", command) + "\nended with " + status + ":\n" + out;
  }
}
