import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Checks or mends the format of every Java file below a folder: {@code FormatSources check|fix
 * DIR}.
 *
 * <p>A program of its own because the formatter needs the build's JDK 25, while Maven itself may
 * run on an older one.
 */
final class FormatSources {

  public static void main(String[] args) throws Exception {
    checkFormatter(Path.of(args[1], ".mvn", "formatter.sha256"));
    boolean fix = args[0].equals("fix");
    Path root = Path.of(args[1]);
    List<Path> unformatted =
        sources(root).parallelStream()
            .filter(file -> !formatted(file, fix))
            .map(root::relativize)
            .toList();
    if (!fix && !unformatted.isEmpty()) {
      unformatted.forEach(file -> System.err.println("not formatted: " + file));
      System.err.println("Run: mvn -q -N validate -Dformat.mode=fix");
      System.exit(1);
    }
  }

  /** Whether it was formatted; it is when this returns and {@code fix} was asked for. */
  private static boolean formatted(Path file, boolean fix) {
    try {
      String text = Files.readString(file);
      String formatted = new Formatter().formatSourceAndFixImports(text);
      if (fix && !text.equals(formatted)) {
        Files.writeString(file, formatted);
      }
      return text.equals(formatted);
    } catch (IOException | FormatterException e) {
      throw new IllegalStateException(file + ": " + e.getMessage(), e);
    }
  }

  /**
   * The build fetched the jars beside this program: none runs that is not the one that is named.
   */
  private static void checkFormatter(Path expected) throws Exception {
    List<String> named = Files.readAllLines(expected);
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path jar = Path.of(entry);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar));
      String found = HexFormat.of().formatHex(digest) + "  " + jar.getFileName();
      if (!named.contains(found)) {
        System.err.println(jar + " is not the file that " + expected + " names: it is\n" + found);
        System.err.println(
            "After an upgrade on purpose, write that line there. mvn clean removes an older one.");
        System.exit(1);
      }
    }
  }

  private static List<Path> sources(Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            String name = dir.getFileName().toString();
            boolean skipped = name.equals("target") || name.startsWith(".") && !dir.equals(root);
            return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java")) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    found.sort(null);
    return found;
  }
}
