package org.messgateway.gateway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * What the documents tell people to type is understood, word by word and option by option; what
 * they show as YAML or JSON is such. Whatever is neither stands in a list, with the reason why
 * nothing here reads it.
 */
final class DocumentedCommandsTest {

  /** {@code file | how the snippet begins | why}. */
  private static final Path LIST = Path.of("src/test/resources/snippets-not-read.txt");

  @Test
  void whatTheDocumentsTellToTypeIsUnderstood() throws IOException {
    List<String> lines =
        DocumentedSnippet.commands().stream()
            .map(each -> each.file() + ": " + each.text())
            .toList();
    assertTrue(lines.size() > 20, lines::toString);
    Set<String> listed = DocumentedSnippet.list(LIST).keySet();
    List<String> mistakes = new ArrayList<>();
    for (String each : lines) {
      String typed = each.substring(each.indexOf(": mess-gateway ") + 15);
      String mistake = mistake(typed);
      if (mistake != null && !listed.contains(each.replace(": ", " | "))) {
        mistakes.add(each + "\n    " + mistake);
      }
    }
    assertEquals(List.of(), mistakes);
  }

  /** Null for none. */
  private static @Nullable String mistake(String typed) {
    String[] words = DocumentedSnippet.words(typed);
    try {
      CommandLine line = new Commands().line(words);
      line.parseArgs(words);
      return null;
    } catch (ParameterException e) {
      // A command that is named without what it is about is a name.
      String mistake = String.valueOf(e.getMessage());
      boolean named = mistake.startsWith("Missing required") && !mistake.contains(" for option");
      return named ? null : mistake;
    }
  }

  @Test
  void theTableOfCommandsInTheReadmeHasEachOfThem() throws IOException {
    Set<String> missing = new TreeSet<>(new Commands().line().getSubcommands().keySet());
    missing.remove("help");
    String readme = Files.readString(DocumentedSnippet.ROOT.resolve("README.md"));
    String table = readme.substring(readme.indexOf("| command |"));
    Matcher code = Pattern.compile("`([a-z-]+)").matcher(table);
    while (code.find()) {
      missing.remove(code.group(1));
    }
    assertEquals(Set.of(), missing);
  }

  @Test
  void eachSnippetIsReadOrListedWithItsReason() throws IOException, InterruptedException {
    Map<String, String> listed = DocumentedSnippet.list(LIST);
    Set<String> used = new TreeSet<>();
    List<String> unread = new ArrayList<>();
    for (DocumentedSnippet snippet : DocumentedSnippet.all()) {
      String key = snippet.file() + " | " + snippet.start();
      if (listed.containsKey(key)) {
        used.add(key);
      } else if (!read(snippet)) {
        unread.add(key + " | (" + snippet.language() + ")");
      }
    }
    assertEquals(List.of(), unread, "neither read nor listed in " + LIST);
    Set<String> left = new TreeSet<>(listed.keySet());
    left.removeAll(used);
    left.removeIf(each -> each.contains(" | mess-gateway "));
    assertEquals(Set.of(), left, "listed, and not there or read now");
  }

  private static boolean read(DocumentedSnippet snippet) throws IOException, InterruptedException {
    return switch (snippet.language()) {
      case "yaml" -> {
        new Load(LoadSettings.builder().build()).loadAllFromString(snippet.text()).forEach(_ -> {});
        yield true;
      }
      case "sh" -> isShell(snippet.text());
      case "json" -> new ObjectMapper().readTree(snippet.text()) != null;
      default -> !snippet.lines().isEmpty();
    };
  }

  /** By its grammar; the services that it calls are not here. */
  private static boolean isShell(String text) throws IOException, InterruptedException {
    Process bash = new ProcessBuilder("bash", "-n").redirectErrorStream(true).start();
    bash.getOutputStream().write(text.getBytes(UTF_8));
    bash.getOutputStream().close();
    String said = new String(bash.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, bash.waitFor(), () -> said + text);
    return true;
  }
}
