package org.messgateway.gateway.flow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.testkit.Conforms;

/** An exchange full of what should not be there: each bad thing costs only itself. */
@Tag("proof")
class HostileExchangeIT {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String SECRET = "what-lies-outside-of-the-exchange";
  private static final int GARBAGE = 2000;
  private static final int HEALTHY = 20;
  private static final String STRANGE = "2026-11-20 grün 🌵 'x'";

  @TempDir private Path folder;
  private House house;
  private Path outside;

  @BeforeEach
  void aHouse() throws IOException {
    house = new House(Files.createDirectory(folder.resolve("home")));
    outside = Files.createDirectory(folder.resolve("outside"));
    Files.createDirectories(house.received());
  }

  @Test
  @Conforms(289)
  void healthyThreadsAreToldBesideAnythingElse() throws Exception {
    try (Sink sink = Sink.open()) {
      house.configure(
          """
          executors:
            able: { capabilities: [sweep], notify: { webhook: "%s" } }
            other: { notify: { webhook: "%s" } }
          """
              .formatted(sink.url("able"), sink.url("other")));
      fillWithTrouble();
      healthy("before");
      try (GatewayProcess gateway = GatewayProcess.run(house).awaitReady()) {
        healthy("while");
        grow("growing");
        Set<Arrival.Told> expected = expected();
        Eventually.within(
            LIMIT,
            () -> "these arrive: " + without(expected, told(sink)) + "\n" + end(gateway.log()),
            () -> told(sink).containsAll(expected));
        healthy("after");
        expected.addAll(toBoth(healthyRefs("after")));
        Eventually.within(
            LIMIT,
            () -> "these arrive: " + without(expected, told(sink)) + "\n" + end(gateway.log()),
            () -> told(sink).containsAll(expected));
        assertEquals(expected, told(sink), "nothing else is told");
        assertEquals(expected.size(), sink.arrivals().size(), "nothing is told twice");
        assertTrue(sink.arrivals().stream().noneMatch(arrival -> arrival.body().contains(SECRET)));
        assertFalse(gateway.log().contains(SECRET));
        assertSaidOnce(gateway, "bomb", "latin", "outside-file", "pipe", "huge");
        assertEquals(List.of(), gateway.stackTrace());
        gateway.askToStop();
        gateway.awaitEnd();
        assertTrue(gateway.log().contains("Stopped."), () -> end(gateway.log()));
      }
    }
  }

  private Set<Arrival.Told> expected() {
    Set<Arrival.Told> expected = new HashSet<>();
    expected.addAll(toBoth(healthyRefs("before")));
    expected.addAll(toBoth(healthyRefs("while")));
    expected.addAll(toBoth(List.of(STRANGE, "picture", "twice", "liar")));
    // Whoever read it half would have told everybody.
    expected.add(new Arrival.Told("growing", "able"));
    return expected;
  }

  private static Set<Arrival.Told> toBoth(List<String> refs) {
    return refs.stream()
        .flatMap(
            ref -> List.of(new Arrival.Told(ref, "able"), new Arrival.Told(ref, "other")).stream())
        .collect(Collectors.toSet());
  }

  private static Set<Arrival.Told> told(Sink sink) {
    return sink.arrivals().stream().map(Arrival::told).collect(Collectors.toSet());
  }

  private static Set<Arrival.Told> without(Set<Arrival.Told> all, Set<Arrival.Told> some) {
    Set<Arrival.Told> left = new HashSet<>(all);
    left.removeAll(some);
    return left;
  }

  private static String end(String log) {
    return log.substring(Math.max(0, log.length() - 4000));
  }

  private static void assertSaidOnce(GatewayProcess gateway, String... refs) {
    for (String ref : refs) {
      List<String> lines =
          gateway
              .log()
              .lines()
              .filter(line -> line.contains("/" + ref + ".messe-af.yaml"))
              .toList();
      assertEquals(1, lines.size(), () -> ref + ": " + lines);
    }
  }

  private static List<String> healthyRefs(String when) {
    return IntStream.range(0, HEALTHY).mapToObj(number -> when + "-" + number).toList();
  }

  private void healthy(String when) throws IOException {
    for (String ref : healthyRefs(when)) {
      house.put(Request.of(ref));
    }
  }

  private void fillWithTrouble() throws IOException, InterruptedException {
    house.put(Request.of(STRANGE));
    house.putFlat(Request.of("picture").with("context:", "  - image: \"" + picture() + "\""));
    yamlThatHurts();
    filesThatAreNone();
    linksOut();
    pipes();
    twoCopies();
    garbage();
  }

  /** Ten megabytes, as the reference's client may write them. */
  private static String picture() {
    return "data:image/png;base64," + "QUJD".repeat(10 * 1024 * 1024 / 4);
  }

  private void yamlThatHurts() throws IOException {
    List<String> bomb = new ArrayList<>(List.of("a0: &a0 [x, x, x, x, x, x, x, x, x]"));
    for (int level = 1; level < 12; level++) {
      String alias = "*a" + (level - 1);
      bomb.add(
          "a%d: &a%d [%s]"
              .formatted(
                  level,
                  level,
                  String.join(
                      ", ",
                      List.of(alias, alias, alias, alias, alias, alias, alias, alias, alias))));
    }
    String text = Request.of("bomb").text();
    flat(
        "bomb",
        String.join("\n", bomb) + "\n" + text.replace("priority: normal", "priority: *a11"));
    flat("deep", text.replace("priority: normal", "priority: " + "[".repeat(100_000)));
    flat("tabs", "\tref: tabs\n\t- what\n");
    flat("empty", "");
    flat("nothing", "\0".repeat(5000));
    flat("dashes", "---\n".repeat(50_000));
    // What a thread calls itself inside is no path.
    flat(
        "liar", Request.of("liar").text().replace("ref: \"liar\"", "ref: \"../../../etc/passwd\""));
    byte[] latin = Request.of("latin").text().getBytes(UTF_8);
    latin[text.indexOf("water") + 1] = (byte) 0xE4;
    Files.write(house.flat("latin"), latin);
  }

  private void filesThatAreNone() throws IOException {
    Path headless = Files.createDirectory(house.received().resolve("headless"));
    Files.write(headless.resolve("att-001-image-x.jpg"), new byte[10]);
    Files.createDirectory(house.received().resolve("hollow"));
    Files.createDirectory(house.flat("folder"));
    Files.createDirectories(house.received().resolve("nested").resolve(House.head("nested")));
    Files.writeString(house.received().resolve(".messe-af.yaml"), Request.of("x").text());
    Files.writeString(house.received().resolve("a..b.messe-af.yaml"), Request.of("a..b").text());
    try (RandomAccessFile huge = new RandomAccessFile(house.flat("huge").toFile(), "rw")) {
      huge.setLength(5L << 30);
    }
  }

  private void linksOut() throws IOException {
    secret(outside.resolve("outside-file.messe-af.yaml"), "outside-file");
    Files.createSymbolicLink(
        house.flat("outside-file"), outside.resolve("outside-file.messe-af.yaml"));
    Path elsewhere = Files.createDirectory(outside.resolve("outside-folder"));
    secret(elsewhere.resolve(House.head("outside-folder")), "outside-folder");
    Files.createSymbolicLink(house.received().resolve("outside-folder"), elsewhere);
    Path inner = Files.createDirectory(house.received().resolve("outside-head"));
    secret(outside.resolve("head"), "outside-head");
    Files.createSymbolicLink(inner.resolve(House.head("outside-head")), outside.resolve("head"));
    Files.createSymbolicLink(house.flat("loop"), house.flat("loop"));
    Files.createSymbolicLink(
        house.received().resolve("device.messe-af.yaml"), Path.of("/dev/zero"));
  }

  private static void secret(Path file, String ref) throws IOException {
    Files.writeString(file, Request.of(ref).with("context: [" + SECRET + "]").text());
  }

  private void pipes() throws IOException, InterruptedException {
    Path folder = Files.createDirectory(house.received().resolve("piped"));
    for (Path pipe : List.of(house.flat("pipe"), folder.resolve(House.head("piped")))) {
      Process made = new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start();
      assertEquals(0, made.waitFor(), "mkfifo");
    }
  }

  private void twoCopies() throws IOException {
    house.put(Request.of("twice"));
    Path other = Files.createDirectories(house.home().resolve("state=executing").resolve("twice"));
    Files.writeString(other.resolve(House.head("twice")), Request.of("twice").text());
  }

  private void garbage() throws IOException {
    for (int number = 0; number < GARBAGE; number++) {
      flat("garbage-" + number, "not: [a thread");
      Files.writeString(house.received().resolve("junk-" + number + ".bin"), "junk");
    }
  }

  private void flat(String ref, String text) throws IOException {
    Files.writeString(house.flat(ref), text);
  }

  /** A slow writer: never at the end of a line until the last. */
  private void grow(String ref) throws InterruptedException {
    String text = Request.of(ref).with("requires: [sweep]").text();
    Path file = house.flat(ref);
    try (ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor()) {
      int delay = 0;
      for (int from = 0; from < text.length(); ) {
        int to = Math.min(text.length(), from + 20);
        while (to < text.length() && text.charAt(to - 1) == '\n') {
          to++;
        }
        String piece = text.substring(from, to);
        Future<?> _ =
            writer.schedule(() -> append(file, piece), delay += 40, TimeUnit.MILLISECONDS);
        from = to;
      }
      writer.shutdown();
      assertTrue(writer.awaitTermination(LIMIT.toSeconds(), TimeUnit.SECONDS));
    }
  }

  private static Path append(Path file, String piece) throws IOException {
    return Files.writeString(file, piece, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
