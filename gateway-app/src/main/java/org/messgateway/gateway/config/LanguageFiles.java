package org.messgateway.gateway.config;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.routing.SpellingHint;

/**
 * Reads {@code <home>/texts/<language>.properties}: words of the household in place of those that
 * come with the gateway. A line with a mistake is left out with a warning.
 */
final class LanguageFiles {

  /** The folder in the home. */
  static final String FOLDER = "texts";

  private static final String SUFFIX = ".properties";

  /** Keys of the forms of times. */
  private static final String TIMES = "time.";

  /** Largest file, in bytes. */
  private static final long MOST = 1 << 20;

  private final Path folder;
  private final ConfigProblems problems;
  private final SortedMap<String, String> known = Texts.ENGLISH.patterns();

  LanguageFiles(Path home, ConfigProblems problems) {
    this.folder = home.resolve(FOLDER);
    this.problems = problems;
  }

  /** Patterns by language and key. */
  Map<String, Map<String, String>> read() {
    Map<String, Map<String, String>> changes = new HashMap<>();
    for (Path file : files()) {
      String name = FOLDER + "/" + file.getFileName();
      String language = language(file);
      if (Texts.LANGUAGES.contains(language)) {
        changes.put(language, changes(lines(file, name), name));
      } else {
        problems.warn(
            "",
            SourcePosition.startOf(name),
            "there is no language `" + language + "`, this file is not used",
            "name it after one of " + String.join(", ", Texts.LANGUAGES) + ": de" + SUFFIX);
      }
    }
    return changes;
  }

  private static String language(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.length() - SUFFIX.length());
  }

  private List<Path> files() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
    } catch (IOException e) {
      problems.warn("", SourcePosition.startOf(FOLDER), "this folder cannot be listed: " + e, "");
      return List.of();
    }
  }

  private List<String> lines(Path file, String name) {
    try {
      if (Files.size(file) > MOST) {
        problems.warn("", SourcePosition.startOf(name), "this file is larger than 1 MiB", "");
        return List.of();
      }
      return Files.readAllLines(file);
    } catch (CharacterCodingException e) {
      problems.warn("", SourcePosition.startOf(name), "this file is not UTF-8", "save it as UTF-8");
    } catch (IOException e) {
      problems.warn("", SourcePosition.startOf(name), "this file cannot be read: " + e, "");
    }
    return List.of();
  }

  /** One text a line, so that a mistake has its line. */
  private Map<String, String> changes(List<String> lines, String name) {
    Map<String, String> changes = new HashMap<>();
    for (int number = 1; number <= lines.size(); number++) {
      SourcePosition at = new SourcePosition(name, number, 1);
      Properties one = properties(lines.get(number - 1), at);
      one.stringPropertyNames().stream()
          .filter(key -> isRight(key, one.getProperty(key), at))
          .forEach(key -> changes.put(key, one.getProperty(key)));
    }
    return changes;
  }

  private Properties properties(String line, SourcePosition at) {
    Properties one = new Properties();
    try {
      one.load(new StringReader(line));
    } catch (IOException | IllegalArgumentException e) {
      problems.warn("", at, "this line cannot be read: " + e.getMessage(), "write key = text");
    }
    return one;
  }

  private boolean isRight(String key, String text, SourcePosition at) {
    String usual = known.get(key);
    if (usual == null) {
      problems.warn(
          key, at, "there is no such text, this line is not used", hint(key, known.keySet()));
      return false;
    }
    Set<Integer> places = Texts.places(usual);
    if (!Texts.places(text).equals(places)) {
      problems.warn(
          key,
          at,
          "this text has other places than it must, it is not used",
          places.isEmpty() ? "write it without {0}" : "write it with " + shown(places));
      return false;
    }
    return !key.startsWith(TIMES) || isTime(key, text, at);
  }

  private static String hint(String key, Set<String> keys) {
    String near = SpellingHint.hint(key, keys);
    return near.isEmpty() ? "see ./mess-gateway texts --keys" : near;
  }

  private static String shown(Set<Integer> places) {
    return String.join(", ", places.stream().map(place -> "{" + place + "}").toList());
  }

  private boolean isTime(String key, String text, SourcePosition at) {
    try {
      DateTimeFormatter _ = DateTimeFormatter.ofPattern(text, Texts.ENGLISH.locale());
      return true;
    } catch (IllegalArgumentException e) {
      problems.warn(key, at, "this is no form of a time: " + e.getMessage(), "write it like HH:mm");
      return false;
    }
  }
}
