package org.messgateway.gateway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shells read what {@code completion} prints, and complete with it. */
final class CompletionIT {

  @TempDir Path directory;

  private Path script(String shell) throws IOException {
    Ran ran = Ran.of("completion", shell);
    assertEquals(0, ran.status(), ran::toString);
    return Files.writeString(directory.resolve(shell), ran.out());
  }

  private static List<String> lines(String... command) throws IOException, InterruptedException {
    // Outside of a completion bash says that it is in none.
    Process process = new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said.lines().toList();
  }

  /** What bash offers for a line, in either of the two shells that know its way. */
  private static String offering(Path script, String... words) {
    return """
    source '%s'
    COMP_WORDS=(%s)
    COMP_CWORD=%d
    _complete_mess-gateway
    printf '%%s\\n' "${COMPREPLY[@]}"
    """
        .formatted(script, String.join(" ", words), words.length - 1);
  }

  @Test
  void bashCompletesCommandsAndOptions() throws Exception {
    Path script = script("bash");
    assertEquals(
        new TreeSet<>(List.of("threads")),
        new TreeSet<>(lines("bash", "-c", offering(script, "mess-gateway", "thr"))));
    List<String> options = lines("bash", "-c", offering(script, "mess-gateway", "threads", "--a"));
    assertEquals(new TreeSet<>(List.of("--all", "--archived")), new TreeSet<>(options));
  }

  @Test
  @Tag("proof")
  void zshCompletesCommands() throws Exception {
    Path script = script("zsh");
    List<String> offered =
        lines(
            "zsh",
            "-f",
            "-c",
            "source '%s'; print -r -- $_comps[mess-gateway]; whence -w _complete_mess-gateway"
                .formatted(script));
    assertTrue(offered.getFirst().contains("_complete_mess-gateway"), offered::toString);
    assertTrue(offered.contains("_complete_mess-gateway: function"), offered::toString);
  }

  @Test
  @Tag("proof")
  void fishCompletesCommandsOptionsAndValues() throws Exception {
    Path script = script("fish");
    String read = "source '%s'; complete -C'mess-gateway %s'";
    List<String> commands = lines("fish", "--no-config", "-c", read.formatted(script, "thr"));
    assertTrue(commands.getFirst().startsWith("threads\tLists the tasks"), commands::toString);
    List<String> options =
        lines("fish", "--no-config", "-c", read.formatted(script, "threads --a"));
    assertTrue(options.stream().anyMatch(each -> each.startsWith("--all\t")), options::toString);
    assertTrue(
        lines("fish", "--no-config", "-c", read.formatted(script, "completion f"))
            .contains("fish"));
  }
}
