package org.messgateway.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Lines, links and anchors of the documents; citations between code and documents. */
final class DocumentsTest {

  private static final Path ROOT =
      Path.of(System.getProperty("mess.root", "..")).toAbsolutePath().normalize();

  /** Folders of builds and of version control. */
  private static final Set<String> SKIPPED =
      Set.of("target", ".git", "node_modules", ".cifuzz-corpus");

  private static final int COLUMNS = 120;

  private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```");
  private static final Pattern CODE = Pattern.compile("``.+?``|`[^`\n]*`");
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");
  private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">");
  private static final Pattern CITATION =
      Pattern.compile("\\b((?:docs/)?[\\w/-]+\\.md)(?:#([\\w-]+))?");
  private static final Pattern MESSAGE =
      Pattern.compile("(?m)^- (?:`([^`]+)`|``(.+?) ``)(?: \\(.*\\))?\\\\?$");
  private static final Pattern PIECES = Pattern.compile("…|: |\\. |\\.$");
  private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");

  /** A class name of two words or more; names of one word also stand in prose. */
  private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]+(?:[A-Z][A-Za-z]*)+)`");

  private static final Pattern TYPE =
      Pattern.compile("\\b(?:class|record|interface|enum)\\s+(\\w+)");

  /** Citations of documents outside the repository. */
  private static final Pattern OUTSIDE =
      Pattern.compile("DESIGN §|CONFORMANCE|plan Component|\\b[Ii]ssue \\d+ point");

  /** Characters of the shortest part of a message that is looked for. */
  private static final int SHORTEST_PART = 8;

  private static final List<Path> DOCUMENTS = new ArrayList<>();
  private static final List<Path> SOURCES = new ArrayList<>();

  @BeforeAll
  static void find() throws IOException {
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return SKIPPED.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = file.getFileName().toString();
            if (name.endsWith(".md")) {
              DOCUMENTS.add(file);
            } else if (name.endsWith(".java")) {
              SOURCES.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    assertFalse(DOCUMENTS.isEmpty(), "no documents beneath " + ROOT);
    assertFalse(SOURCES.isEmpty(), "no sources beneath " + ROOT);
  }

  @Test
  void everyLineEndsWithin120Columns() throws IOException {
    List<String> wide = new ArrayList<>();
    for (Path document : DOCUMENTS) {
      if (document.endsWith("docs/conformance.md")) {
        continue; // written by ConformanceTest, and a table
      }
      List<String> lines = Files.readAllLines(document);
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).codePoints().count() > COLUMNS) {
          wide.add(shown(document) + ":" + (i + 1));
        }
      }
    }
    assertEquals(List.of(), wide);
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path document : DOCUMENTS) {
      String prose = CODE.matcher(unfenced(document)).replaceAll("code");
      for (MatchResult link : LINK.matcher(prose).results().toList()) {
        String to = link.group(1);
        if (!to.contains("://") && !leadsSomewhere(document, to)) {
          broken.add(shown(document) + ": " + to);
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  @Test
  void everyAnchorStandsOnceInItsDocument() throws IOException {
    List<String> twice = new ArrayList<>();
    for (Path document : DOCUMENTS) {
      Set<String> seen = new HashSet<>();
      ANCHOR
          .matcher(unfenced(document))
          .results()
          .map(anchor -> anchor.group(1))
          .filter(anchor -> !seen.add(anchor))
          .forEach(anchor -> twice.add(shown(document) + "#" + anchor));
    }
    assertEquals(List.of(), twice);
  }

  @Test
  void everyCitationInCodeHasItsDocumentAndAnchor() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path source : SOURCES) {
      for (MatchResult cited : CITATION.matcher(Files.readString(source)).results().toList()) {
        Path document = ROOT.resolve(cited.group(1));
        boolean ours = cited.group(1).startsWith("docs/") || Files.exists(document);
        String anchor = cited.group(2);
        if (ours
            && (!Files.exists(document)
                || (anchor != null && !anchors(document).contains(anchor)))) {
          broken.add(shown(source) + ": " + cited.group());
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  @Test
  void noCommentCitesWhatIsNotInTheRepository() throws IOException {
    List<String> citing = new ArrayList<>();
    for (Path source : SOURCES) {
      boolean own = source.endsWith("DocumentsTest.java");
      if (!own && OUTSIDE.matcher(Files.readString(source)).find()) {
        citing.add(shown(source));
      }
    }
    assertEquals(List.of(), citing);
  }

  @Test
  void everyClassOnTheMapAndInTheDecisionsIsThere() throws IOException {
    Set<String> files = new HashSet<>();
    SOURCES.forEach(source -> files.add(source.getFileName().toString().replace(".java", "")));
    List<String> gone = new ArrayList<>();
    for (Path document : DOCUMENTS) {
      if (document.endsWith("ARCHITECTURE.md") || shown(document).startsWith("docs/decisions/")) {
        gone.addAll(unknownClasses(document, files));
      }
    }
    assertEquals(List.of(), gone);
  }

  /** The changelog alone names classes of earlier versions. */
  @Test
  void everyTypeThatADocumentNamesIsDeclared() throws IOException {
    Set<String> declared = new HashSet<>();
    for (Path source : SOURCES) {
      TYPE.matcher(Files.readString(source)).results().forEach(type -> declared.add(type.group(1)));
    }
    List<String> gone = new ArrayList<>();
    for (Path document : DOCUMENTS) {
      if (!document.endsWith("CHANGELOG.md")) {
        gone.addAll(unknownClasses(document, declared));
      }
    }
    assertEquals(List.of(), gone);
  }

  private static List<String> unknownClasses(Path document, Set<String> known) throws IOException {
    return CLASS
        .matcher(Files.readString(document))
        .results()
        .map(named -> named.group(1))
        .filter(name -> !known.contains(name))
        .map(name -> shown(document) + ": " + name)
        .toList();
  }

  /** The fixed parts of each quoted message stand in a program's source. */
  @Test
  void everyMessageOfTheTroubleshootingPageIsInTheCode() throws IOException {
    String programs = programs();
    List<String> strange = new ArrayList<>();
    String page = Files.readString(ROOT.resolve("docs/troubleshooting.md"));
    for (MatchResult message : MESSAGE.matcher(page).results().toList()) {
      String text = message.group(1) == null ? message.group(2) : message.group(1);
      PIECES
          .splitAsStream(text)
          .map(String::strip)
          .filter(part -> part.length() >= SHORTEST_PART)
          .filter(part -> !programs.contains(part.toLowerCase(Locale.ROOT)))
          .forEach(strange::add);
    }
    assertEquals(List.of(), strange);
  }

  private static String programs() throws IOException {
    StringBuilder all = new StringBuilder(Files.readString(ROOT.resolve("mess-gateway")));
    for (Path source : SOURCES) {
      if (source.toString().contains("/src/main/")) {
        all.append(JOINED.matcher(Files.readString(source)).replaceAll(""));
      }
    }
    return all.toString().toLowerCase(Locale.ROOT);
  }

  private static boolean leadsSomewhere(Path document, String to) throws IOException {
    int hash = to.indexOf('#');
    String path = hash < 0 ? to : to.substring(0, hash);
    Path target =
        path.isEmpty() ? document : document.resolveSibling(path).toAbsolutePath().normalize();
    return Files.exists(target) && (hash < 0 || anchors(target).contains(to.substring(hash + 1)));
  }

  /** Anchors that the repository's host makes of headings, and anchors written as tags. */
  private static Set<String> anchors(Path document) throws IOException {
    String text = unfenced(document);
    Set<String> anchors = new HashSet<>();
    Matcher headings = HEADING.matcher(text);
    while (headings.find()) {
      String slug =
          headings
              .group(1)
              .strip()
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N}_ -]", "")
              .replace(' ', '-');
      String free = slug;
      for (int again = 1; !anchors.add(free); again++) {
        free = slug + "-" + again;
      }
    }
    ANCHOR.matcher(text).results().forEach(written -> anchors.add(written.group(1)));
    return anchors;
  }

  private static String unfenced(Path document) throws IOException {
    return FENCED.matcher(Files.readString(document)).replaceAll("");
  }

  private static String shown(Path file) {
    return ROOT.relativize(file).toString();
  }
}
