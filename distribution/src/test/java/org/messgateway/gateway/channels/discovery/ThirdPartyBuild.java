package org.messgateway.gateway.channels.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Builds {@code examples/adapter-ntfy} as its author would who has a checkout of ours, and without
 * network.
 *
 * <p>The example is copied into a folder that looks like a checkout, so that nothing is left in the
 * real one. It has a local repository of its own from which our own artifacts are removed before
 * each build: what it compiles against is what this build has just made, whatever lies in the
 * user's local repository. That one serves, read only, as the place plugins and libraries come
 * from.
 *
 * @param root the checkout
 * @param work where it is built; may hold what an earlier build left
 * @param known the local repository that the gateway's own build has filled
 */
record ThirdPartyBuild(Path root, Path work, Path known) {

  private static final String EXAMPLE = "examples/adapter-ntfy";
  private static final Pattern VERSION =
      Pattern.compile("<mess\\.version>([^<]+)</mess\\.version>");

  /** Maven as it stands on the PATH. */
  static Optional<Path> maven() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, "mvn"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The jar. */
  Path jar(Path maven) throws IOException, InterruptedException {
    assertTrue(
        Files.isRegularFile(api(artifacts())),
        api(artifacts()) + " is made at the phase package of the whole build");
    prepare();
    ProgramRun run = ProgramRun.of(command(maven), example(), work.resolve("build.log"), Map.of());
    assertEquals(0, run.status(), run::toString);
    assertEquals(
        -1,
        Files.mismatch(api(artifacts()), api(repository())),
        "the example was built against another API");
    return example().resolve("target/adapter-ntfy-1.0.jar");
  }

  /** The API in a repository, in the version that the example asks for. */
  private Path api(Path repository) throws IOException {
    Matcher version = VERSION.matcher(Files.readString(root.resolve(EXAMPLE).resolve("pom.xml")));
    assertTrue(version.find(), "the example says which version of ours it wants");
    String name = "dispatch-api/" + version.group(1) + "/dispatch-api-" + version.group(1);
    return repository.resolve("org/messgateway").resolve(name + ".jar");
  }

  private Path artifacts() {
    return root.resolve("target/repo");
  }

  private Path example() {
    return work.resolve(EXAMPLE);
  }

  private Path repository() {
    return work.resolve("repository");
  }

  private List<String> command(Path maven) throws IOException {
    String settings = Files.writeString(work.resolve("settings.xml"), settings()).toString();
    return List.of(
        maven.toString(),
        "-q",
        "-B",
        "-o",
        "-s",
        settings,
        "-gs",
        settings,
        "-Dmaven.repo.local=" + repository(),
        "package");
  }

  /** Everything comes from the folder of the user, but for what the example says of ours. */
  private String settings() {
    return """
    <settings>
      <mirrors>
        <mirror>
          <id>already-there</id>
          <mirrorOf>*,!mess-gateway</mirrorOf>
          <url>%s</url>
        </mirror>
      </mirrors>
    </settings>
    """
        .formatted(known.toUri());
  }

  private void prepare() throws IOException {
    remove(repository().resolve("org/messgateway"));
    remove(work.resolve("examples"));
    for (String part : List.of("pom.xml", "src", ".mvn")) {
      copy(root.resolve(EXAMPLE).resolve(part), example().resolve(part));
    }
    Path target = work.resolve("target");
    Files.deleteIfExists(target);
    Files.createSymbolicLink(target, root.resolve("target"));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static void remove(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path dir, IOException problem)
              throws IOException {
            if (problem != null) {
              throw problem;
            }
            Files.delete(dir);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
