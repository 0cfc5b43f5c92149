package org.messgateway.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Memory of another process of this machine. */
record ProcessMemory(long pid) {

  /** One line for all, or one for each generation. */
  private static final Pattern USED = Pattern.compile("total .*used (\\d+)K");

  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

  /** Bytes of its heap that are in use, after a collection. */
  long heap() throws IOException, InterruptedException {
    jcmd("GC.run");
    return heap(jcmd("GC.heap_info"));
  }

  static long heap(String said) throws IOException {
    long used =
        USED.matcher(said).results().mapToLong(each -> Long.parseLong(each.group(1)) * 1024).sum();
    if (used == 0) {
      throw new IOException("It does not say what is used: " + said);
    }
    return used;
  }

  private String jcmd(String command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                ChildProcess.java().resolveSibling("jcmd").toString(), Long.toString(pid), command)
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return said;
  }

  /** Bytes that lie in memory. */
  long resident() throws IOException {
    return number(RESIDENT, Files.readString(Path.of("/proc/" + pid + "/status"))) * 1024;
  }

  private static long number(Pattern pattern, String text) throws IOException {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IOException("There is no " + pattern + " in: " + text);
    }
    return Long.parseLong(matcher.group(1));
  }
}
