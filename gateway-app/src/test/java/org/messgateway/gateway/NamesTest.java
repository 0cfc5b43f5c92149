package org.messgateway.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One simple name is one type: over the production sources of all modules (CONTRIBUTING.md). */
class NamesTest {

  private static final Path ROOT =
      Path.of(System.getProperty("mess.root", "..")).toAbsolutePath().normalize();

  private static final Pattern NOT_CODE =
      Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"");

  private static final Pattern TYPE =
      Pattern.compile("\\b(?:class|record|interface|enum)\\s+([A-Z]\\w*)");

  /** Simple names of top-level types, each with the files that declare one. */
  private static final TreeMap<String, Set<Path>> TOP_LEVEL = new TreeMap<>();

  private static final List<Path> SOURCES = new ArrayList<>();

  @BeforeAll
  static void find() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.sorted().toList()) {
        addSources(module.resolve("src/main/java"));
      }
    }
    assertFalse(SOURCES.isEmpty(), "no sources beneath " + ROOT);
  }

  private static void addSources(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        if (!name.endsWith("-info")) {
          SOURCES.add(file);
          TOP_LEVEL.computeIfAbsent(name, _ -> new TreeSet<>()).add(ROOT.relativize(file));
        }
      }
    }
  }

  @Test
  void noTwoTopLevelTypesHaveOneSimpleName() {
    List<Set<Path>> twice = TOP_LEVEL.values().stream().filter(each -> each.size() > 1).toList();
    assertEquals(List.of(), twice);
  }

  @Test
  void noNestedTypeHasTheNameOfATopLevelType() throws IOException {
    Set<String> twice = new TreeSet<>();
    for (Path file : SOURCES) {
      String own = file.getFileName().toString().replace(".java", "");
      String code = NOT_CODE.matcher(Files.readString(file)).replaceAll("");
      TYPE.matcher(code)
          .results()
          .map(found -> found.group(1))
          .filter(name -> !name.equals(own) && TOP_LEVEL.containsKey(name))
          .forEach(name -> twice.add(name + " in " + ROOT.relativize(file)));
    }
    assertEquals(Set.of(), twice);
  }
}
