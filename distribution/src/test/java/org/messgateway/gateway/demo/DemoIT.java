package org.messgateway.gateway.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration as a stranger starts it: by the launcher of the distribution. */
final class DemoIT {

  private static final long LIMIT_SECONDS = 90;
  private static final Path DISTRIBUTION =
      Path.of(System.getProperty("mess.distribution", "target/mess-gateway/mess-gateway"));

  @TempDir Path directory;

  @Test
  void theDemonstrationShowsEveryChannelAndLeavesNothingBehind() throws Exception {
    assertTrue(
        Files.isDirectory(DISTRIBUTION.resolve("lib")),
        DISTRIBUTION.toAbsolutePath() + " is made at the phase package");
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    Path log = directory.resolve("demo.log");
    int status = demo(temporary, log);
    String said = Files.readString(log, UTF_8);
    assertEquals(0, status, said);
    for (String words :
        List.of(
            "Slack, Teague",
            "Telegram, Ana",
            "SMS, Sam (+14155550123)",
            "webhook, roomba, delivery ",
            "signature checked: genuine",
            "The garden robot is down.",
            "3 deliveries wait in the queue",
            "Ana taps [Claim] on Telegram:",
            "Slack, Teague: the message changes",
            "Ana has it",
            "status: completed",
            "Everything arrived, once, as it should, and was answered.",
            "What next:",
            "./mess-gateway demo ",
            "./mess-gateway init")) {
      assertTrue(said.contains(words), () -> "no \"" + words + "\" in:\n" + said);
    }
    assertEquals(List.of("tomatoes", "basil", "lemon tree"), wateredIn(said), said);
    assertFalse(said.contains("FORGED"), said);
    assertFalse(said.contains("\tat "), said);
    assertEquals(List.of(), scratchIn(temporary));
  }

  /** What the garden robot was asked to water, in the order in which it was asked. */
  private static List<String> wateredIn(String said) {
    return Stream.of(said.split("┌─ ", -1))
        .filter(box -> box.startsWith("webhook, gardenbot") && box.contains("mess-kind: request"))
        .map(box -> box.split("water the ", -1)[1].lines().findFirst().orElseThrow().strip())
        .toList();
  }

  private int demo(Path temporary, Path log) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
                DISTRIBUTION.resolve("mess-gateway").toAbsolutePath().toString(), "demo", "--once")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("MESS_"));
    builder.environment().put("MESS_JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
    Process process = builder.start();
    process.getOutputStream().close();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new AssertionError(
          "not done after " + LIMIT_SECONDS + " s:\n" + Files.readString(log, UTF_8));
    }
    return process.exitValue();
  }

  private static List<Path> scratchIn(Path temporary) throws IOException {
    try (Stream<Path> left = Files.list(temporary)) {
      return left.filter(path -> path.getFileName().toString().startsWith("mess-demo-")).toList();
    }
  }
}
