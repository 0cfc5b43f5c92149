package org.messgateway.gateway.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration as a stranger starts it: by the launcher of the distribution. */
final class DemoIT {

  private static final long LIMIT_SECONDS = 90;
  private static final Path DISTRIBUTION =
      Path.of(System.getProperty("mess.distribution", "target/mess-gateway/mess-gateway"));

  /** What tells people nothing. */
  private static final Pattern LONG = Pattern.compile("[A-Za-z0-9_]{30}");

  /** Bytes of a picture that a page shows at once. */
  private static final long LARGEST_PICTURE = 150_000;

  private static final Pattern PART = Pattern.compile("data-station=\"[a-z]+\"|<text.*?</text>");

  @TempDir Path directory;

  @Test
  void theDemonstrationShowsEveryChannelAndLeavesNothingBehind() throws Exception {
    String said = demo("--once");
    for (String words :
        List.of(
            "Slack, Teague",
            "Telegram, Ana",
            "SMS, Sam (+14155550123)",
            "webhook, roomba, delivery ",
            "signature checked: genuine",
            "The robot is switched off.",
            "3 deliveries wait in the queue",
            "Ana taps [",
            "Slack, Teague: the message changes",
            "status: completed",
            "Everything arrived, once, as it should, and was answered.",
            "What next:",
            "./mess-gateway demo ",
            "./mess-gateway init")) {
      assertTrue(said.contains(words), () -> "no \"" + words + "\" in:\n" + said);
    }
    assertEquals(List.of("kitchen", "hall", "bedroom"), vacuumedIn(said), said);
    assertFalse(LONG.matcher(said).find(), () -> "a token, an id or a picture in:\n" + said);
    assertFalse(said.contains("FORGED"), said);
    assertFalse(said.contains("\tat "), said);
  }

  /** What the robot was asked to vacuum after it was off, in the order in which it was asked. */
  private static List<String> vacuumedIn(String said) {
    return Stream.of(said.split("┌─ ", -1))
        .filter(box -> box.startsWith("webhook, roomba") && box.contains("mess-kind: request"))
        .filter(box -> !box.contains("crumbs"))
        .map(box -> box.split("vacuum the ", -1)[1].lines().findFirst().orElseThrow().strip())
        .toList();
  }

  @Test
  void thePictureOfTheDocumentsIsWhatTheDemonstrationDraws() throws Exception {
    Path picture = directory.resolve("demo.svg");
    String said = demo("--record", picture.toString());
    List<String> drawn = words(Files.readString(picture, UTF_8));
    Path ours = Path.of("..", "docs", "demo.svg");
    assertTrue(Files.size(ours) < LARGEST_PICTURE, "it is part of a page");
    assertEquals(
        drawn,
        words(Files.readString(ours, UTF_8)),
        "docs/demo.svg is out of date: ./mess-gateway demo --record docs/demo.svg; " + said);
  }

  /** Stations and texts of a picture, in their order, without times. */
  private static List<String> words(String svg) {
    return PART.matcher(svg)
        .results()
        .map(part -> part.group().replaceAll("<[^>]*>|[0-9T:.-]+(Z| m?s)", ""))
        .toList();
  }

  /** Runs it to its end; returns what it said. */
  private String demo(String... options) throws IOException, InterruptedException {
    assertTrue(
        Files.isDirectory(DISTRIBUTION.resolve("lib")),
        DISTRIBUTION.toAbsolutePath() + " is made at the phase package");
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    Path log = directory.resolve("demo.log");
    List<String> command = new ArrayList<>();
    command.add(DISTRIBUTION.resolve("mess-gateway").toAbsolutePath().toString());
    command.add("demo");
    command.addAll(List.of(options));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("MESS_"));
    builder.environment().put("MESS_JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
    Process process = builder.start();
    process.getOutputStream().close();
    boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly().waitFor();
    }
    String said = Files.readString(log, UTF_8);
    assertTrue(ended, () -> "not done after " + LIMIT_SECONDS + " s:\n" + said);
    assertEquals(0, process.exitValue(), said);
    assertEquals(List.of(), scratchIn(temporary));
    return said;
  }

  private static List<Path> scratchIn(Path temporary) throws IOException {
    try (Stream<Path> left = Files.list(temporary)) {
      return left.filter(path -> path.getFileName().toString().startsWith("mess-demo-")).toList();
    }
  }
}
