package org.messgateway.gateway.channels.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An adapter that a stranger built is dropped in at each of the three places, and the gateway as it
 * is shipped finds it there.
 */
final class DropInAdapterIT {

  private static final Path ROOT = Path.of(System.getProperty("mess.root", ".."));
  private static final Path DISTRIBUTION =
      Path.of(System.getProperty("mess.distribution", "target/mess-gateway/mess-gateway"));

  private static final Pattern PLUGIN =
      Pattern.compile("<artifactId>([a-z-]+-plugin)</artifactId>\\s*<version>([^<]+)</version>");

  private static final String CONFIG =
      """
      agent_id: claude-agent
      executors:
        ana:
          name: Ana
          capabilities: [take-photo]
          notify: { ntfy: anas-tasks }
      routing:
        - default:
          prefer: [ana]
      dispatch:
        ntfy: { base_url: "http://127.0.0.1:9", token: "tk_mine" }
      """;

  private static final String NO_MAVEN =
      "there is no mvn on the PATH to build examples/adapter-ntfy with";

  private static Path jar = Path.of("not-built");

  @TempDir Path directory;

  private Path home;

  @BeforeAll
  static void theExampleIsCompiledAgainstTheApiAlone() throws Exception {
    Path work = Files.createDirectories(Path.of("target", "dropped-in").toAbsolutePath());
    Path classes = work.resolve("classes");
    Path example = ROOT.resolve("examples/adapter-ntfy/src/main");
    List<String> javac =
        new ArrayList<>(
            List.of("-d", classes.toString(), "-cp", api(), "-implicit:none", "-proc:none"));
    try (Stream<Path> sources = Files.walk(example.resolve("java"))) {
      sources
          .filter(source -> source.toString().endsWith(".java"))
          .map(Path::toString)
          .forEach(javac::add);
    }
    tool("javac", javac);
    jar = work.resolve("adapter-ntfy-1.0.jar");
    String resources = example.resolve("resources").toString();
    tool(
        "jar",
        List.of(
            "--create",
            "--file",
            jar.toString(),
            "-C",
            classes.toString(),
            ".",
            "-C",
            resources,
            "."));
  }

  /** What the example's POM asks for: dispatch-api and the annotations it brings. */
  private static String api() throws IOException {
    try (Stream<Path> jars = Files.list(DISTRIBUTION.resolve("lib"))) {
      return jars.filter(
              file -> file.getFileName().toString().matches("(dispatch-api|jspecify)-.*"))
          .map(Path::toString)
          .collect(Collectors.joining(File.pathSeparator));
    }
  }

  private static void tool(String name, List<String> arguments) {
    int status =
        ToolProvider.findFirst(name)
            .orElseThrow()
            .run(System.out, System.err, arguments.toArray(String[]::new));
    assertEquals(0, status, () -> name + " " + arguments);
  }

  @BeforeEach
  void aHome() throws IOException {
    assertTrue(
        Files.isDirectory(DISTRIBUTION.resolve("lib")),
        DISTRIBUTION.toAbsolutePath() + " is made at the phase package");
    home = Files.createDirectory(directory.resolve("home"));
    Files.writeString(home.resolve("config.yaml"), CONFIG);
  }

  @Test
  void inTheHomeItIsFound() throws Exception {
    Path dropped = droppedInto(home.resolve("adapters"));
    assertFoundAndUsable(DISTRIBUTION, Map.of(), dropped.toString());
  }

  /** By its own POM, with its own tests, and without network. */
  @Test
  @Tag("proof")
  void whatItsAuthorBuildsWithMavenIsFound() throws Exception {
    Path maven = ThirdPartyBuild.maven().orElseThrow(() -> new AssertionError(NO_MAVEN));
    Path known =
        Path.of(
            System.getProperty(
                "mess.maven.repository", System.getProperty("user.home") + "/.m2/repository"));
    Path work = Files.createDirectories(Path.of("target", "third-party").toAbsolutePath());
    Path built = new ThirdPartyBuild(ROOT.toRealPath(), work, known).jar(maven);
    Path adapters = Files.createDirectories(home.resolve("adapters"));
    Path dropped = Files.copy(built, adapters.resolve(built.getFileName()));
    assertFoundAndUsable(DISTRIBUTION, Map.of(), dropped.toString());
  }

  @Test
  void besideTheGatewayItIsFound() throws Exception {
    Path gateway = aGatewayOfOurOwn();
    try {
      Path dropped = droppedInto(gateway.resolve("adapters"));
      assertFoundAndUsable(gateway, Map.of(), dropped.toString());
    } finally {
      Files.delete(gateway.resolve("lib"));
    }
  }

  @Test
  void onTheClassPathItIsFound() throws Exception {
    assertFoundAndUsable(
        DISTRIBUTION, Map.of("MESS_CLASSPATH", jar.toString()), "class path (" + jar + ")");
  }

  @Test
  void withoutTheJarTheTypeIsUnknownAndCheckSaysSo() throws Exception {
    assertTrue(origin(adapters(DISTRIBUTION, Map.of())).isEmpty());
    ProgramRun check = run(DISTRIBUTION, Map.of(), "check", "--offline");
    assertFalse(check.status() == 0, check::toString);
    assertTrue(check.out().contains("ntfy"), check::toString);
  }

  /** Else the example could not be built on a machine that has only what our own build fetched. */
  @Test
  void theExampleIsBuiltWithThePluginsOfTheGateway() throws Exception {
    Map<String, String> ours = plugins(ROOT.resolve("pom.xml"));
    Map<String, String> theirs = plugins(ROOT.resolve("examples/adapter-ntfy/pom.xml"));
    assertFalse(theirs.isEmpty());
    theirs.forEach((plugin, version) -> assertEquals(ours.get(plugin), version, plugin));
  }

  private static Map<String, String> plugins(Path pom) throws IOException {
    Map<String, String> versions = new TreeMap<>();
    PLUGIN
        .matcher(Files.readString(pom))
        .results()
        .forEach(plugin -> versions.put(plugin.group(1), plugin.group(2)));
    return versions;
  }

  private void assertFoundAndUsable(Path gateway, Map<String, String> environment, String origin)
      throws Exception {
    assertEquals(Optional.of(origin), origin(adapters(gateway, environment)));
    ProgramRun check = run(gateway, environment, "check", "--offline");
    assertEquals(0, check.status(), check::toString);
    assertTrue(check.out().contains("1 executor on 1 channel"), check::toString);
  }

  private JsonNode adapters(Path gateway, Map<String, String> environment) throws Exception {
    ProgramRun adapters = run(gateway, environment, "adapters", "--json");
    assertEquals(0, adapters.status(), adapters::toString);
    return new JsonMapper().readTree(adapters.out());
  }

  /** Where the example came from, empty when it was not found. */
  private static Optional<String> origin(JsonNode adapters) {
    return StreamSupport.stream(adapters.spliterator(), false)
        .filter(adapter -> adapter.path("type").asText().equals("ntfy"))
        .map(adapter -> adapter.path("origin").asText())
        .findFirst();
  }

  private ProgramRun run(Path gateway, Map<String, String> environment, String... words)
      throws Exception {
    List<String> command =
        Stream.concat(
                Stream.of(gateway.resolve("mess-gateway").toString()),
                Stream.concat(Stream.of(words), Stream.of("--home", home.toString())))
            .toList();
    return ProgramRun.of(command, directory, directory.resolve("out.log"), environment);
  }

  private static Path droppedInto(Path folder) throws IOException {
    Files.createDirectories(folder);
    return Files.copy(jar, folder.resolve(jar.getFileName()));
  }

  /** Launcher and libraries of the distribution, with a folder for adapters of its own. */
  private Path aGatewayOfOurOwn() throws IOException {
    Path gateway = Files.createDirectory(directory.toRealPath().resolve("gateway"));
    Path launcher = DISTRIBUTION.resolve("mess-gateway");
    Files.copy(launcher, gateway.resolve("mess-gateway"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.createSymbolicLink(gateway.resolve("lib"), DISTRIBUTION.resolve("lib").toRealPath());
    return gateway;
  }
}
