package org.messgateway.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A block of code in a document, or a command in its text.
 *
 * @param language empty where the document names none
 */
record DocumentedSnippet(String file, String language, String text) {

  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Pattern BLOCK = Pattern.compile("(?ms)^( *)```(\\w*)[^\\n]*\\n(.*?)^\\1```");
  private static final Pattern INLINE = Pattern.compile("`(\\./)?(mess-gateway [^`\\n]+)`");
  private static final Pattern LINE =
      Pattern.compile("(?m)^\\s*(?:\\$ )?(?:[A-Z_]+=\\S+ )*(?:\\./)?(mess-gateway (?:\\\\\\n|.)+)");
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  /** Its first characters, by which lists name it. */
  String start() {
    String first = text.strip().lines().findFirst().orElse("");
    return first.substring(0, Math.min(40, first.length())).strip();
  }

  /** The commands of the gateway in it, each without {@code ./}. */
  List<DocumentedSnippet> lines() {
    return LINE.matcher(text)
        .results()
        .map(line -> new DocumentedSnippet(file, language, line.group(1).replace("\\\n", " ")))
        .toList();
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

  /** All blocks of all documents. */
  static List<DocumentedSnippet> all() throws IOException {
    List<DocumentedSnippet> found = new ArrayList<>();
    for (Path document : documents()) {
      Matcher block = BLOCK.matcher(Files.readString(document));
      while (block.find()) {
        found.add(
            new DocumentedSnippet(
                ROOT.relativize(document).toString(), block.group(2), block.group(3)));
      }
    }
    return found;
  }

  /** All commands of the gateway, in texts and in blocks. */
  static List<DocumentedSnippet> commands() throws IOException {
    List<DocumentedSnippet> found = new ArrayList<>();
    for (Path document : documents()) {
      Matcher inline = INLINE.matcher(Files.readString(document));
      while (inline.find()) {
        String file = ROOT.relativize(document).toString();
        found.add(new DocumentedSnippet(file, "", inline.group(2)));
      }
    }
    for (DocumentedSnippet snippet : all()) {
      if (Set.of("", "sh", "bash", "console").contains(snippet.language())) {
        found.addAll(snippet.lines());
      }
    }
    return found;
  }

  /** What the program gets; redirections, pipes and comments are the shell's. */
  static String[] words(String typed) {
    String own = typed.replaceAll("\\s(?:#|\\||>|<|&).*", "").replaceAll("[\\[\\]]", "");
    return WORD.matcher(own)
        .results()
        .map(word ->
            word.group(1) != null
                ? word.group(1)
                : word.group(2) != null ? word.group(2) : word.group(3))
        .filter(each -> !each.equals("…"))
        .toArray(String[]::new);
  }

  /** The reasons by file and start, such as a list has them: {@code file | start | reason}. */
  static Map<String, String> list(Path list) throws IOException {
    Map<String, String> reasons = new LinkedHashMap<>();
    for (String line : Files.readAllLines(list)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] parts = line.split(" \\| ", 3);
        assertEquals(3, parts.length, line);
        reasons.put(parts[0] + " | " + parts[1], parts[2]);
      }
    }
    return reasons;
  }
}
