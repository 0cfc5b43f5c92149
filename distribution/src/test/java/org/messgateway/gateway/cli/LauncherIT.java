package org.messgateway.gateway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.flow.Eventually;
import org.messgateway.gateway.flow.GatewayProcess;

/** The launcher of the distribution finds a Java that fits, or says what to do. */
final class LauncherIT {

  /** For what hangs. */
  private static final long LIMIT_SECONDS = 180;

  private static final Path LAUNCHER =
      Path.of(System.getProperty("mess.distribution", "target/mess-gateway/mess-gateway"))
          .toAbsolutePath()
          .resolve("mess-gateway");

  @TempDir Path directory;

  @BeforeEach
  void theDistributionIsThere() {
    assertTrue(Files.isExecutable(LAUNCHER), LAUNCHER + " is made at the phase package");
  }

  @Test
  void aJavaThatIsTooOldIsPassedOver() throws Exception {
    Path old = fakeJava("17.0.9");
    Ended ended = run(Map.of("JAVA_HOME", old.toString()), LAUNCHER.toString(), "--version");
    assertEquals(0, ended.status(), ended.said());
    assertTrue(ended.said().contains("mess-gateway 0"), ended.said());
    assertFalse(ended.said().contains("fake java"), ended.said());
  }

  @Test
  void theJavaOfJavaHomeComesFirst() throws Exception {
    Path newer = fakeJava("26");
    Ended ended = run(Map.of("JAVA_HOME", newer.toString()), LAUNCHER.toString(), "run");
    assertEquals(7, ended.status(), ended.said());
    assertTrue(ended.said().contains("fake java"), ended.said());
  }

  @Test
  void aLinkToTheLauncherAndWordsWithBlanksWork() throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("mess"), LAUNCHER);
    Ended ended = run(Map.of(), link.toString(), "no such command");
    Files.delete(link);
    assertEquals(2, ended.status(), ended.said());
    assertTrue(ended.said().contains("'no such command'"), ended.said());
  }

  @Test
  void aHomeWithLettersBeyondAsciiWorksUnderEveryLocale() throws Exception {
    for (String locale : List.of("C", "xx_XX.UTF-8")) {
      for (String call : List.of("run --home $home", "check --home $home", "threads")) {
        Ended ended =
            run(
                Map.of("LC_ALL", locale),
                tool("bash").toString(),
                "-c",
                "home=$PWD/$(printf 'h\\303\\266'); MESS_HOME=$home " + LAUNCHER + " " + call);
        assertEquals(2, ended.status(), ended.said());
        String home = directory.resolve("hö").toString();
        assertTrue(ended.said().contains("There is no configuration in " + home), ended.said());
      }
    }
  }

  @Test
  void itIsCalledByARelativePathWhereTheShellHasACdpath() throws Exception {
    Path elsewhere = Files.createDirectories(directory.resolve("elsewhere/copy"));
    Ended ended =
        run(
            Map.of("CDPATH", elsewhere.getParent() + ":."),
            tool("bash").toString(),
            "-c",
            directory.relativize(distribution()) + " --version");
    assertEquals("mess-gateway 0.1.0\n", ended.said());
  }

  @Test
  void aTokenThatCannotBeShownIsAFailureAndAReaderThatHadEnoughIsNone() throws Exception {
    Files.writeString(directory.resolve("config.yaml"), "title: Millers\n");
    String token = LAUNCHER + " token agent claude --home " + directory;
    Ended lost = run(Map.of(), tool("bash").toString(), "-c", token + " >/dev/full");
    assertEquals(1, lost.status(), lost.said());
    assertTrue(lost.said().contains("A token that nobody saw is ended by"), lost.said());

    Ended enough =
        run(
            Map.of(),
            tool("bash").toString(),
            "-c",
            LAUNCHER + " --help | true; exit ${PIPESTATUS[0]}");
    assertEquals(new Ended(0, ""), enough);
  }

  @Test
  void inACheckoutTheSecondCommandWaitsForTheBuildOfTheFirst() throws Exception {
    Path checkout = Files.createDirectory(directory.resolve("checkout"));
    Path launcher = Files.copy(LAUNCHER, checkout.resolve("mess-gateway"));
    Files.createFile(checkout.resolve("pom.xml"));
    for (String module : List.of("dispatch-api", "adapter-a", "gateway-a", "distribution")) {
      Files.createDirectory(checkout.resolve(module));
    }
    Path second = directory.resolve("out.log");
    Path builds = directory.resolve("builds");
    Path bin = Files.createDirectory(directory.resolve("bin"));
    // Maven takes until the second command waits.
    script(
        bin.resolve("mvn"),
        "mkdir -p distribution/target/mess-gateway/mess-gateway/lib\necho build >>"
            + builds
            + "\nuntil grep -q 'this one waits' "
            + second
            + " 2>/dev/null; do sleep 0.1; done");
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME",
            fakeJava("26").toString(),
            "PATH",
            bin + ":" + System.getenv("PATH"),
            "MESS_AOT",
            "off");
    ProcessBuilder first =
        new ProcessBuilder(launcher.toString(), "--version").redirectErrorStream(true);
    first.redirectOutput(directory.resolve("first.log").toFile());
    first.environment().putAll(environment);
    Process building = first.start();
    Eventually.within(
        Duration.ofSeconds(LIMIT_SECONDS), () -> "it builds", () -> Files.exists(builds));

    Ended waited = run(environment, launcher.toString(), "--version");
    assertTrue(waited.said().contains("Another command builds the gateway"), waited.said());
    assertTrue(waited.said().contains("fake java"), waited.said());
    assertTrue(building.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
    assertEquals("build\n", Files.readString(builds), "the second has nothing to build");
    assertEquals(
        Set.of("launcher-build.log"), names(checkout.resolve("target")), "the lock is gone");
  }

  @Test
  void theHomeIsThatOfTheShell() throws Exception {
    Ended ended =
        run(
            Map.of("HOME", directory.toString(), "XDG_CONFIG_HOME", ""),
            LAUNCHER.toString(),
            "check");
    assertEquals(2, ended.status(), ended.said());
    assertTrue(ended.said().contains(directory.resolve(".mess").toString()), ended.said());
  }

  @Test
  void withoutAnyJavaItSaysWhatToInstall() throws Exception {
    // The usual places cannot be hidden on this machine, so a copy looks for them elsewhere.
    Path copy = directory.resolve("mess-gateway");
    Files.writeString(
        copy, Files.readString(LAUNCHER).replaceAll("/(usr|opt|Library)/", "/nowhere/$1/"));
    Files.createDirectory(directory.resolve("lib"));
    Map<String, String> nothing = new HashMap<>();
    nothing.put("JAVA_HOME", "");
    nothing.put("HOME", directory.toString());
    nothing.put("PATH", pathWithoutJava().toString());
    Ended ended = run(nothing, tool("bash").toString(), copy.toString(), "run");
    assertEquals(2, ended.status(), ended.said());
    assertTrue(ended.said().contains("no Java 25 found"), ended.said());
    assertTrue(ended.said().contains("Install a JDK 25"), ended.said());
    assertTrue(ended.said().contains("JAVA_HOME"), ended.said());
  }

  /** The build made it before these tests, by the launcher's own means. */
  @Test
  void whatJavaLearnedIsMadeOnceAndUsedByEveryCommand() throws Exception {
    Path aot = LAUNCHER.resolveSibling("aot");
    assertEquals(Set.of("gateway.aot", "gateway.aot.of", "native"), names(aot));
    assertTrue(used(LAUNCHER, "--version"), "by a small command");
    assertTrue(used(LAUNCHER, "run", "--home", directory.toString()), "by the gateway");

    FileTime made = Files.getLastModifiedTime(aot.resolve("gateway.aot"));
    run(Map.of("MESS_AOT", "now"), LAUNCHER.toString(), "--version");
    assertEquals(made, Files.getLastModifiedTime(aot.resolve("gateway.aot")));
  }

  @Test
  void whatJavaLearnedAndADiskSpoiledIsPassedOver() throws Exception {
    Path copy = distribution();
    Path aot = Files.createDirectory(copy.resolveSibling("aot"));
    Files.write(aot.resolve("gateway.aot"), new byte[100_000]);
    Files.writeString(
        aot.resolve("gateway.aot.of"),
        Files.readString(LAUNCHER.resolveSibling("aot/gateway.aot.of"))
            .replace(LAUNCHER.resolveSibling("").toString(), copy.resolveSibling("").toString()));
    Ended broken =
        run(
            Map.of("MESS_AOT", "", "MESS_JAVA_OPTS", "-Xlog:aot=info:stdout"),
            copy.toString(),
            "--version");
    assertTrue(broken.said().endsWith("mess-gateway 0.1.0\n"), broken.said());
    assertTrue(broken.said().contains("gateway.aot"), "it was looked at: " + broken.said());
  }

  /** What Java learns from, with fewer tasks and nobody who learns. */
  @Test
  void theRehearsalPlaysToItsEnd() throws Exception {
    String java = ProcessHandle.current().info().command().orElseThrow();
    String lib = LAUNCHER.resolveSibling("lib") + File.separator + "*";
    Path folder = Files.createDirectory(directory.resolve("rehearsal"));
    Ended ended =
        run(
            Map.of(),
            java,
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            lib,
            "org.messgateway.gateway.cli.Rehearsal",
            folder.toString(),
            "10");
    assertEquals(0, ended.status(), ended.said());
    assertEquals(Set.of("home", "native"), names(folder));
  }

  /** Builds of the same sources have the same times, and Java looks at nothing else but sizes. */
  @Test
  void whatWasLearnedOfAnotherBuildIsNotUsed() throws Exception {
    Path copy = distribution();
    Path aot = Files.createDirectory(copy.resolveSibling("aot"));
    Files.writeString(aot.resolve("gateway.aot"), "of a build before");
    Files.writeString(aot.resolve("gateway.aot.of"), "other jars");
    Ended ended = run(Map.of("MESS_AOT", ""), copy.toString(), "--version");
    assertEquals("mess-gateway 0.1.0\n", ended.said());
    assertFalse(used(copy, "--version"));
  }

  @Test
  void whereTheProgramLiesInAFolderThatCannotBeWrittenItIsKeptWithTheUser() throws Exception {
    Path copy = distribution();
    Files.createFile(copy.resolveSibling("aot"));
    Path cache = directory.resolve("cache");
    Map<String, String> environment =
        Map.of("MESS_AOT", "now", "XDG_CACHE_HOME", cache.toString(), "JAVA_HOME", failing());
    run(environment, copy.toString(), "--version");
    try (Stream<Path> files = Files.walk(cache)) {
      assertEquals(
          Set.of("failed", "failed.of"),
          files
              .filter(Files::isRegularFile)
              .map(file -> file.getFileName().toString())
              .collect(Collectors.toSet()));
    }
  }

  @Test
  void whatCannotBeMadeIsTriedOnceAndDisturbsNobody() throws Exception {
    Path copy = distribution();
    Map<String, String> environment = Map.of("MESS_AOT", "now", "JAVA_HOME", failing());
    for (int i = 0; i < 3; i++) {
      Ended ended = run(environment, copy.toString(), "--version");
      assertEquals("fake java\n", ended.said());
    }
    assertEquals(
        1,
        Files.readAllLines(directory.resolve("java.log")).stream()
            .filter(line -> line.contains("AOTCacheOutput"))
            .count());
  }

  @Test
  void aRunHasItMadeBehindItselfAndIsToldNothing() throws Exception {
    Path copy = distribution();
    Path bin = Files.createDirectory(directory.resolve("hasty"));
    script(bin.resolve("sleep"), "exit 0");
    Map<String, String> environment =
        Map.of(
            "MESS_AOT",
            "",
            "JAVA_HOME",
            failing(),
            "PATH",
            bin + File.pathSeparator + System.getenv("PATH"));
    assertEquals("fake java\n", run(environment, copy.toString(), "run").said());
    Eventually.within(
        Duration.ofSeconds(LIMIT_SECONDS),
        () -> "it was tried",
        () -> Files.exists(copy.resolveSibling("aot/failed.of")));
  }

  @Test
  void whereAnotherProcessMakesItNobodyWaitsForIt() throws Exception {
    Path copy = distribution();
    Files.createDirectories(copy.resolveSibling("aot/making"));
    Ended ended = run(Map.of("MESS_AOT", "now"), copy.toString(), "--version");
    assertEquals("mess-gateway 0.1.0\n", ended.said());
    assertEquals(Set.of("making"), names(copy.resolveSibling("aot")));
  }

  @Test
  void aGatewayThatEndedForLackOfMemoryIsStartedAgainFiveTimesAnHourAndIsToldWhy()
      throws Exception {
    Ended ended = run(ending("exit 3"), LAUNCHER.toString(), "run");
    assertEquals(3, ended.status(), ended.said());
    assertEquals(5, ended.said().lines().filter(line -> line.contains("is started again")).count());
    assertTrue(ended.said().contains("it is not started again"), ended.said());
    List<String> starts = Files.readAllLines(directory.resolve("java.log"));
    assertEquals(6, starts.size());
    assertFalse(starts.getFirst().contains("mess.last.exit"), starts.getFirst());
    assertTrue(starts.getLast().contains("-Dmess.last.exit=3"), starts.getLast());
    assertTrue(starts.getFirst().contains("-XX:+ExitOnOutOfMemoryError"), starts.getFirst());
  }

  @Test
  void whenTheHourIsOverItMayBeStartedAgain() throws Exception {
    // Each start finds one line more than the one before, and the tenth is content.
    Map<String, String> environment =
        new HashMap<>(
            ending(
                "[ $(wc -l <"
                    + directory.resolve("java.log")
                    + ") -ge 10 ] && exit 100; exit 139"));
    environment.put("MESS_RESTART_HOUR", "0");
    Ended ended = run(environment, LAUNCHER.toString(), "run");
    assertEquals(0, ended.status(), ended.said());
    assertEquals(10, Files.readAllLines(directory.resolve("java.log")).size());
  }

  @Test
  void allOtherEndsAreMeantAndPassedOn() throws Exception {
    Map<Integer, Integer> ends =
        Map.of(100, 0, 101, 1, 102, 2, 127, 127, 130, 130, 137, 137, 143, 143);
    for (Map.Entry<Integer, Integer> end : ends.entrySet()) {
      Ended ended = run(ending("exit " + end.getKey()), LAUNCHER.toString(), "run");
      assertEquals(end.getValue(), ended.status(), ended.said());
      assertFalse(ended.said().contains("started again"), ended.said());
    }
  }

  @Test
  void aGatewayThatWasKilledIsTheEndInOneSentence() throws Exception {
    Ended ended = run(ending("kill -9 $$"), LAUNCHER.toString(), "run");
    assertEquals(137, ended.status(), ended.said());
    assertEquals(
        "mess-gateway: the gateway was killed; nothing is lost, start it again.\n", ended.said());
  }

  @Test
  void aProcessThatCodeInItHaltedIsStartedAgain() throws Exception {
    for (int status : new int[] {0, 1, 42}) {
      Ended ended =
          run(
              ending(
                  "case $* in *-version) ;; *last.exit*) exit 100 ;; *) exit " + status + "; esac"),
              LAUNCHER.toString(),
              "run");
      assertEquals(0, ended.status(), ended.said());
      assertTrue(ended.said().contains("code in it ended it"), ended.said());
    }
  }

  @Test
  void aJavaThatCannotBeginIsNotStartedAgain() throws Exception {
    Map<String, String> environment = new HashMap<>(Map.of("MESS_JAVA_OPTS", "-XX:+NoSuchOption"));
    Ended ended = run(environment, LAUNCHER.toString(), "run");
    assertEquals(1, ended.status(), ended.said());
    assertFalse(ended.said().contains("started again"), ended.said());
  }

  @Test
  void otherCommandsAndThoseWhoStartAgainThemselvesHaveJavaItself() throws Exception {
    assertEquals(3, run(ending("exit 3"), LAUNCHER.toString(), "threads").status());
    Map<String, String> off = new HashMap<>(ending("exit 3"));
    off.put("MESS_RESTART", "off");
    assertEquals(3, run(off, LAUNCHER.toString(), "run").status());
    assertEquals(2, Files.readAllLines(directory.resolve("java.log")).size());
  }

  /** Its client holds its pipes, and starts it again. */
  @Test
  void anMcpIsJavaItselfWithTheGatewaysMemoryAndNothingOfJavasOnStandardOutput() throws Exception {
    assertEquals(3, run(ending("exit 3"), LAUNCHER.toString(), "mcp").status());
    List<String> starts = Files.readAllLines(directory.resolve("java.log"));
    assertEquals(1, starts.size());
    for (String option :
        List.of("-Xmx512m", "-XX:+DisplayVMOutputToStderr", "-Xlog:all=warning,aot*=off:stderr")) {
      assertTrue(starts.getFirst().contains(option), starts.getFirst());
    }
    assertTrue(
        starts.getFirst().contains("-Dmess.program=" + LAUNCHER.toRealPath()), starts.getFirst());
  }

  @Test
  void signalsArePassedOnAndItsEndIsWaitedFor() throws Exception {
    for (Map.Entry<String, Integer> each : Map.of("TERM", 143, "INT", 130, "HUP", 129).entrySet()) {
      if (!each.getKey().equals("TERM") && GatewayProcess.ignores(each.getKey())) {
        continue;
      }
      Process launcher = waiting("trap 'echo told; exit " + each.getValue() + "' " + each.getKey());
      assertEquals(
          0,
          new ProcessBuilder("kill", "-" + each.getKey(), Long.toString(launcher.pid()))
              .start()
              .waitFor());
      assertTrue(launcher.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
      assertEquals(each.getValue(), launcher.exitValue(), each.getKey());
      String said = Files.readString(directory.resolve("out.log"));
      assertTrue(said.contains("told"), said);
    }
  }

  @Test
  void killedItLeavesNoGatewayBehind() throws Exception {
    Process launcher = waiting("");
    List<ProcessHandle> below = launcher.descendants().toList();
    assertFalse(below.isEmpty());
    launcher.destroyForcibly();
    for (ProcessHandle each : below) {
      each.onExit().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** The launcher above a program that waits for the launcher's end. */
  private Process waiting(String prepare) throws IOException {
    Path log = directory.resolve("out.log");
    Files.deleteIfExists(log);
    ProcessBuilder builder =
        new ProcessBuilder(LAUNCHER.toString(), "run")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("MESS_"));
    builder.environment().put("MESS_AOT", "off");
    builder
        .environment()
        .putAll(ending(prepare + "\necho up\nwhile read -r _ <&9; do :; done & wait\nexit 137"));
    Process launcher = builder.start();
    Eventually.within(
        Duration.ofSeconds(LIMIT_SECONDS), () -> "it is up", () -> log.toFile().length() > 0);
    return launcher;
  }

  /** A Java that notes what it was told, and does this. */
  private Map<String, String> ending(String lines) throws IOException {
    Path home = fakeJava("26.0.2");
    script(
        home.resolve("bin/java"), "echo \"$*\" >>" + directory.resolve("java.log") + "\n" + lines);
    return Map.of("JAVA_HOME", home.toString());
  }

  /** The launcher of a distribution of its own. */
  private Path distribution() throws IOException {
    Path copy = Files.createDirectory(directory.resolve("copy"));
    Path lib = Files.createDirectory(copy.resolve("lib"));
    try (Stream<Path> jars = Files.list(LAUNCHER.resolveSibling("lib"))) {
      for (Path jar : jars.toList()) {
        Files.copy(jar, lib.resolve(jar.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    return Files.copy(LAUNCHER, copy.resolve("mess-gateway"), StandardCopyOption.COPY_ATTRIBUTES);
  }

  /** Whether our own classes come out of it. */
  private boolean used(Path launcher, String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(words));
    Map<String, String> environment =
        Map.of("MESS_AOT", "", "MESS_JAVA_OPTS", "-Xlog:class+load:stdout");
    return run(environment, command.toArray(String[]::new))
        .said()
        .contains("org.messgateway.gateway.cli.Main source: shared objects file");
  }

  private static Set<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  /** A Java that notes what it was told, and cannot do it. */
  private String failing() throws IOException {
    Path home = fakeJava("26.0.1");
    script(
        home.resolve("bin/java"),
        "echo \"$*\" >>" + directory.resolve("java.log") + "\necho fake java\nexit 107");
    return home.toString();
  }

  /** Claims to be that version, and only says so when it is started. */
  private Path fakeJava(String version) throws IOException {
    Path home = directory.resolve("java-" + version);
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    script(java, "echo fake java\nexit 107");
    return home;
  }

  private static void script(Path file, String lines) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + lines + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Path pathWithoutJava() throws IOException {
    Path bin = Files.createDirectory(directory.resolve("bin"));
    for (String name : List.of("bash", "dirname", "readlink", "sed", "head", "find")) {
      script(bin.resolve(name), "exec " + tool(name) + " \"$@\"");
    }
    return bin;
  }

  private static Path tool(String name) {
    return Arrays.stream(System.getenv("PATH").split(":", -1))
        .map(folder -> Path.of(folder).resolve(name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name + " on the PATH"));
  }

  private record Ended(int status, String said) {}

  private Ended run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path log = directory.resolve("out.log");
    ProcessBuilder builder =
        new ProcessBuilder(Stream.of(command).toList())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("MESS_"));
    builder.environment().put("MESS_AOT", "off");
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new AssertionError("not done after " + LIMIT_SECONDS + " s");
    }
    return new Ended(process.exitValue(), Files.readString(log, UTF_8));
  }
}
