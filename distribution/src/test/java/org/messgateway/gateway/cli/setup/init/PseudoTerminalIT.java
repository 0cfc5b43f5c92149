package org.messgateway.gateway.cli.setup.init;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.flow.GatewayProcess;
import org.messgateway.testkit.simulator.TelegramSimulator;

/** {@code init} at a real terminal, which echoes what is typed unless it is told not to. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PseudoTerminalIT {

  private static final String TOKEN = "123456789:AAright-right-right-right-right-rig";
  private static final Path SCRIPT = Path.of("/usr/bin/script");

  @TempDir Path directory;

  private Path home;
  private final StringBuilder screen = new StringBuilder();

  @BeforeEach
  void aTerminal() {
    assumeTrue(Files.isExecutable(SCRIPT), "script of util-linux makes the terminal");
    home = directory.resolve("home");
  }

  /** Ends with the status of the program at the terminal. */
  private Process begin(String... more) throws IOException {
    List<String> words = new ArrayList<>(GatewayProcess.java());
    words.addAll(List.of("init", "--home", home.toString()));
    words.addAll(List.of(more));
    String line =
        words.stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    return new ProcessBuilder(
            SCRIPT.toString(), "--quiet", "--return", "--command", line, "/dev/null")
        .redirectErrorStream(true)
        .start();
  }

  /** Reads until this is on the screen, then types. */
  private void answer(Process process, String question, String typed) throws IOException {
    await(process, question);
    type(process, typed + "\n");
  }

  private static void type(Process process, String typed) throws IOException {
    OutputStream keyboard = process.getOutputStream();
    keyboard.write(typed.getBytes(UTF_8));
    keyboard.flush();
  }

  private void await(Process process, String words) throws IOException {
    InputStream in = process.getInputStream();
    int from = screen.length();
    while (screen.indexOf(words, from) < 0) {
      int next = in.read();
      assertTrue(next >= 0, () -> words + " never came:\n" + screen);
      screen.append((char) next);
    }
  }

  private int end(Process process) throws Exception {
    screen.append(new String(process.getInputStream().readAllBytes(), UTF_8));
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), screen::toString);
    return process.exitValue();
  }

  @Test
  void aTokenIsNeverOnTheScreenAndThePhoneRings() throws Exception {
    try (TelegramSimulator telegram = TelegramSimulator.start(TOKEN, "miller_bot")) {
      Process init = begin("--set", "telegram.base_url=" + telegram.baseUrl());
      answer(init, "Household name", "Millers");
      answer(init, "[en]:", "");
      answer(init, "your name", "Teague");
      answer(init, "goes back:", "telegram");
      answer(init, "(not shown; Enter: back):", "not-a-token");
      answer(init, "(not shown; Enter: back):", TOKEN);
      await(init, "start=");
      await(init, "\n");
      String shown = screen.toString();
      String code = shown.substring(shown.lastIndexOf("start=") + "start=".length()).strip();
      telegram.write("4711", "4711", 0, "/start " + code);
      answer(init, "arrive? [Y/n]", "");
      answer(init, "[y/N]", "");
      answer(init, "none):", "");
      answer(init, "is done:", "4");
      answer(init, "Write it? [Y/n]", "y");
      assertEquals(0, end(init), screen::toString);
      assertEquals(1, telegram.posts("4711").size());
    }
    assertTrue(screen.indexOf("Millers") > 0, "what is no secret is shown");
    assertFalse(screen.toString().contains("AAright"), screen::toString);
    assertFalse(screen.toString().contains("not-a-token"), screen::toString);
    assertTrue(Files.readString(home.resolve("secrets.env")).contains(TOKEN));
  }

  @Test
  void theEndOfTheInputLeavesNoTrace() throws Exception {
    Process init = begin("--offline");
    answer(init, "Household name", "Millers");
    await(init, "[en]:");
    type(init, "\u0004");
    assertEquals(1, end(init), screen::toString);
    assertTrue(screen.indexOf("Nothing was written.") > 0, screen::toString);
    assertFalse(Files.exists(home));
  }

  @Test
  void anInterruptionLeavesNoTraceEither() throws Exception {
    assumeFalse(GatewayProcess.ignores("INT"), "in the background nothing can be interrupted");
    Process init = begin("--offline");
    answer(init, "Household name", "Millers");
    answer(init, "[en]:", "");
    answer(init, "your name", "Teague");
    answer(init, "goes back:", "telegram");
    await(init, "(not shown; Enter: back):");
    type(init, "\u0003");
    assertEquals(130, end(init), screen::toString);
    assertFalse(Files.exists(home));
  }
}
