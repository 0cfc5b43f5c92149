package org.messgateway.gateway.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One test that says it shows an element. Read from the sources: the annotation is gone from the
 * classes, and the tests of all modules are never on one class path.
 *
 * @param test class and method, or the class alone
 * @param file relative to the repository
 */
record Showing(int element, String test, Path file) implements Comparable<Showing> {

  /** What is no code: texts, so that nothing in them is read, and comments. */
  private static final Pattern NOT_CODE =
      Pattern.compile(
          "(?s)/\\*.*?\\*/|//[^\n]*+|\"\"\".*?\"\"\""
              + "|\"(?:\\\\.|[^\"\\\\\n])*+\"|'(?:\\\\.|[^'\\\\])'");

  private static final String ANNOTATION =
      "@(?!interface)[\\w.]++\\s*+(?:\\((?:[^()]|\\([^()]*+\\))*+\\)\\s*+)?";

  private static final Pattern SAID = Pattern.compile("@Conforms\\b");

  /** Annotations one behind the other, and the name of what they stand on. */
  private static final Pattern DECLARED =
      Pattern.compile(
          "((?:"
              + ANNOTATION
              + ")++)"
              + "(?:(?:public|protected|private|static|final|abstract|sealed|default)\\s++)*+"
              + "(?:(?:class|interface|record)\\s++(\\w++)|[\\w.<>?, ]*?\\b(\\w++)\\s*+\\()");

  private static final Pattern NUMBERS =
      Pattern.compile("@Conforms\\s*\\(\\s*(?:value\\s*=)?\\s*\\{?([\\d,\\s]+)}?\\s*\\)");

  private static final Pattern TEST =
      Pattern.compile("@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|FuzzTest)\\b");

  /**
   * What the tests beneath the root say.
   *
   * @param mistakes takes a sentence for each annotation that cannot be read, or stands on
   *     something that is not a test
   */
  static List<Showing> all(Path root, Consumer<String> mistakes) throws IOException {
    List<Showing> all = new ArrayList<>();
    for (Path folder : testFolders(root)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          String source = Files.readString(file);
          if (source.contains("@Conforms")) {
            all.addAll(in(source, root.relativize(file), mistakes));
          }
        }
      }
    }
    return all.stream().sorted().distinct().toList();
  }

  private static List<Path> testFolders(Path root) throws IOException {
    try (Stream<Path> folders = Files.walk(root, 2)) {
      return folders
          .map(folder -> folder.resolve("src/test/java"))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    }
  }

  /** What one source says. */
  static List<Showing> in(String source, Path file, Consumer<String> mistakes) {
    String code = NOT_CODE.matcher(source).replaceAll(" ");
    String name = file.getFileName().toString().replace(".java", "");
    List<Showing> found = new ArrayList<>();
    long unread = SAID.matcher(code).results().count();
    for (MatchResult each : DECLARED.matcher(code).results().toList()) {
      if (!SAID.matcher(each.group(1)).find()) {
        continue;
      }
      unread--;
      boolean type = each.group(2) != null;
      String what = type ? each.group(2) : each.group(3);
      String test = what.equals(name) ? name : name + "." + what;
      List<Integer> numbers = numbers(each.group(1));
      if (numbers.isEmpty()) {
        mistakes.accept(file + ": @Conforms of " + test + " has no numbers");
      }
      if (!TEST.matcher(type ? code : each.group(1)).find()) {
        mistakes.accept(file + ": @Conforms stands on " + test + ", which is not a test");
      }
      numbers.forEach(number -> found.add(new Showing(number, test, file)));
    }
    if (unread != 0) {
      mistakes.accept(file + ": an @Conforms stands before nothing that was understood");
    }
    return found;
  }

  private static List<Integer> numbers(String annotations) {
    return NUMBERS
        .matcher(annotations)
        .results()
        .flatMap(each -> Stream.of(each.group(1).split(",")))
        .map(String::strip)
        .filter(number -> !number.isEmpty())
        .map(Integer::valueOf)
        .toList();
  }

  @Override
  public int compareTo(Showing other) {
    int order = Integer.compare(element, other.element);
    return order != 0 ? order : test.compareTo(other.test);
  }
}
