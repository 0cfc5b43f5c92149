package org.messgateway.gateway.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A newcomer starts the demonstration, opens the page it names, and taps. */
@Tag("proof")
final class DemoPageIT {

  private static final Path DISTRIBUTION =
      Path.of(System.getProperty("mess.distribution", "target/mess-gateway/mess-gateway"));
  private static final Duration START = Duration.ofSeconds(90);
  private static final Pattern ADDRESS = Pattern.compile("Open (http://localhost:[0-9]+)");

  @TempDir private Path directory;
  private @Nullable Process demo;

  @AfterEach
  void end() throws InterruptedException {
    if (demo != null) {
      demo.destroyForcibly().waitFor();
    }
  }

  @Test
  void peopleRaceAndAKilledGatewayLosesNothing() throws Exception {
    try (Newcomer newcomer = Newcomer.open(directory.resolve("profile"))) {
      Path temporary = Files.createDirectory(directory.resolve("tmp"));
      newcomer.go(start(temporary));
      newcomer.awaits("[data-story=race]:enabled");
      twoPeopleRaceAndWhoeverHasItAnswersWithAPhoto(newcomer);
      theGatewayIsKilledAndWhatIsAskedMeanwhileArrives(newcomer);
      assertEquals(List.of(), newcomer.complaints());
      long gateway = gateway(newcomer);
      stopsCleanly(temporary);
      assertTrue(ProcessHandle.of(gateway).filter(ProcessHandle::isAlive).isEmpty());
    }
  }

  private static void twoPeopleRaceAndWhoeverHasItAnswersWithAPhoto(Newcomer newcomer) {
    newcomer.tap("[data-story=race]");
    newcomer.awaits("[data-phone=slack] [data-action=claim]");
    newcomer.awaits("[data-phone=telegram] [data-action=claim]");
    newcomer.tap("#both");
    newcomer.reads("#file .status", "claimed");
    boolean teague = newcomer.text("#file .where").contains("teague has it");
    String winner = teague ? "slack" : "telegram";
    newcomer.reads("#events", (teague ? "Teague" : "Ana") + " takes it");
    newcomer.tap("[data-phone=" + winner + "] .camera");
    newcomer.tap("[data-phone=" + winner + "] .tray [data-photo=fridge]");
    newcomer.tap("[data-phone=" + winner + "] .send");
    newcomer.reads("#file .status", "completed");
    newcomer.reads("#file pre", "image");
    newcomer.reads("#events", "file written");
    newcomer.reads("#events", (teague ? "Teague" : "Ana") + " is done");
  }

  private static void theGatewayIsKilledAndWhatIsAskedMeanwhileArrives(Newcomer newcomer) {
    long before = gateway(newcomer);
    newcomer.tap("[data-story=kill]");
    newcomer.tap("#kill");
    newcomer.awaits("#link.killed");
    assertTrue(ProcessHandle.of(before).filter(ProcessHandle::isAlive).isEmpty());
    newcomer.awaits("#three:enabled");
    newcomer.tap("#three");
    newcomer.reads("#events", "nobody reads it now");
    newcomer.press("#start");
    newcomer.reads("#step", "All three have arrived, once");
    newcomer.reads("[data-phone=slack]", "is the parcel at the door?");
    newcomer.awaits("#link.ready");
    assertTrue(gateway(newcomer) != before);
  }

  /** The id of the gateway's process, as the page shows it. */
  private static long gateway(Newcomer newcomer) {
    return Long.parseLong(newcomer.text("#link").replaceAll("[^0-9]", ""));
  }

  private String start(Path temporary) throws IOException {
    Path log = directory.resolve("demo.log");
    ProcessBuilder builder =
        new ProcessBuilder(DISTRIBUTION.resolve("mess-gateway").toAbsolutePath().toString(), "demo")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("MESS_"));
    builder.environment().put("MESS_JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
    demo = builder.start();
    Newcomer.await(START, () -> said(log).find(), "no address in " + log);
    Matcher said = said(log);
    assertTrue(said.find(), "the address that was there");
    return Objects.requireNonNull(said.group(1));
  }

  private static Matcher said(Path log) {
    try {
      return ADDRESS.matcher(Files.readString(log, UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** As Ctrl-C does: nothing is left behind. */
  private void stopsCleanly(Path temporary) throws IOException, InterruptedException {
    Process running = Objects.requireNonNull(demo);
    running.destroy();
    assertTrue(running.waitFor(30, TimeUnit.SECONDS), "ends when it is told to");
    try (Stream<Path> left = Files.list(temporary)) {
      assertFalse(
          left.anyMatch(path -> path.getFileName().toString().startsWith("mess-demo-")),
          "the scratch home is gone");
    }
  }
}
