package org.messgateway.gateway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** {@code file | how the snippet begins | why}. */
  private static final Path LIST = Path.of("src/test/resources/snippets-not-read.txt");

  private static final Pattern BLOCK = Pattern.compile("(?ms)^( *)```(\\w*)[^\\n]*\\n(.*?)^\\1```");
  private static final Pattern INLINE = Pattern.compile("`(\\./)?(mess-gateway [^`\\n]+)`");
  private static final Pattern LINE =
      Pattern.compile("(?m)^\\s*(?:\\$ )?(?:[A-Z_]+=\\S+ )*(?:\\./)?(mess-gateway (?:\\\\\\n|.)+)");
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  private record Snippet(String file, String language, String text) {

    String start() {
      String first = text.strip().lines().findFirst().orElse("");
      return first.substring(0, Math.min(40, first.length())).strip();
    }
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> all =
        Files.find(
            ROOT,
            4,
            (path, attributes) ->
                path.toString().endsWith(".md")
                    && attributes.isRegularFile()
                    && !ROOT.relativize(path).toString().contains("target")
                    && !ROOT.relativize(path).toString().contains("src")
                    && !ROOT.relativize(path).toString().startsWith("."))) {
      return all.sorted().toList();
    }
  }

  private static List<Snippet> snippets() throws IOException {
    List<Snippet> found = new ArrayList<>();
    for (Path document : documents()) {
      Matcher block = BLOCK.matcher(Files.readString(document));
      while (block.find()) {
        found.add(
            new Snippet(ROOT.relativize(document).toString(), block.group(2), block.group(3)));
      }
    }
    return found;
  }

  /** The reasons by file and start, such as the list has them. */
  private static Map<String, String> list() throws IOException {
    Map<String, String> reasons = new LinkedHashMap<>();
    for (String line : Files.readAllLines(LIST)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] parts = line.split(" \\| ", 3);
        assertEquals(3, parts.length, line);
        reasons.put(parts[0] + " | " + parts[1], parts[2]);
      }
    }
    return reasons;
  }

  @Test
  void whatTheDocumentsTellToTypeIsUnderstood() throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path document : documents()) {
      String text = Files.readString(document);
      String name = ROOT.relativize(document).toString();
      Matcher inline = INLINE.matcher(text);
      while (inline.find()) {
        lines.add(name + ": " + inline.group(2));
      }
    }
    for (Snippet snippet : snippets()) {
      if (Set.of("", "sh", "bash", "console").contains(snippet.language())) {
        Matcher line = LINE.matcher(snippet.text());
        while (line.find()) {
          lines.add(snippet.file() + ": " + line.group(1).replace("\\\n", " "));
        }
      }
    }
    assertTrue(lines.size() > 20, lines::toString);
    Set<String> listed = list().keySet();
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

  /** Null for none. Redirections, pipes and comments are the shell's. */
  private static @Nullable String mistake(String typed) {
    String own = typed.replaceAll("\\s(?:#|\\||>|<|&).*", "").replaceAll("[\\[\\]]", "");
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(own);
    while (word.find()) {
      words.add(
          word.group(1) != null
              ? word.group(1)
              : word.group(2) != null ? word.group(2) : word.group(3));
    }
    words.removeIf(each -> each.equals("…"));
    try {
      CommandLine line = new Commands().line(words.toArray(String[]::new));
      line.parseArgs(words.toArray(String[]::new));
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
    String readme = Files.readString(ROOT.resolve("README.md"));
    String table = readme.substring(readme.indexOf("| command |"));
    Matcher code = Pattern.compile("`([a-z-]+)").matcher(table);
    while (code.find()) {
      missing.remove(code.group(1));
    }
    assertEquals(Set.of(), missing);
  }

  @Test
  void eachSnippetIsReadOrListedWithItsReason() throws IOException, InterruptedException {
    Map<String, String> listed = list();
    Set<String> used = new TreeSet<>();
    List<String> unread = new ArrayList<>();
    for (Snippet snippet : snippets()) {
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

  private static boolean read(Snippet snippet) throws IOException, InterruptedException {
    return switch (snippet.language()) {
      case "yaml" -> {
        new Load(LoadSettings.builder().build()).loadAllFromString(snippet.text()).forEach(_ -> {});
        yield true;
      }
      case "sh" -> isShell(snippet.text());
      case "json" -> new ObjectMapper().readTree(snippet.text()) != null;
      default -> LINE.matcher(snippet.text()).find();
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
