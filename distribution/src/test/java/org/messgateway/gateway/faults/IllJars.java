package org.messgateway.gateway.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.messgateway.gateway.flow.Arrival;
import org.messgateway.gateway.flow.Eventually;
import org.messgateway.gateway.flow.GatewayProcess;
import org.messgateway.gateway.flow.House;
import org.messgateway.gateway.flow.Request;
import org.messgateway.gateway.flow.Sink;

/**
 * A drop-in jar that is ill in one of its methods lies beside a good webhook, which is timed. One
 * row for each manner; what the jar itself had to tell is not counted.
 */
record IllJars(String method, String manner) implements Fault {

  private static final Map<String, String> MANNERS =
      new TreeMap<>(
          Map.of(
              "throws",
              "throw new IllegalStateException(\"no luck\");",
              "hangs",
              "while (true) { try { Thread.sleep(1000); } catch (Exception e) { } }",
              "spins",
              "long n = 0; while (true) { n++; }",
              "leaks",
              "for (int i = 0; i < 100; i++) { new Thread(() -> { while (true) { try {"
                  + " Thread.sleep(1000); } catch (Exception e) { } } }).start(); }"));

  private static final List<String> METHODS =
      List.of(
          "constructor",
          "describe",
          "check",
          "checkAddress",
          "create",
          "deliver",
          "listen",
          "inboundOpen",
          "receive",
          "close");

  private static final Duration LATE = Duration.ofSeconds(30);
  private static final Duration STOP = Duration.ofSeconds(15);
  private static final int LANES = 2;

  /** Of the good webhook beside a jar that spins; others get 1.5 times what it takes alone. */
  private static final double SPINNING_MS = 1000;

  private static final double TIMES = 1.5;

  /** What timing on a machine with other work can be off. */
  private static final double SLACK_MS = 100;

  static List<Fault> all() {
    return METHODS.stream()
        .flatMap(method -> MANNERS.keySet().stream().map(each -> (Fault) new IllJars(method, each)))
        .toList();
  }

  @Override
  public String name() {
    return "jars: " + method + " " + manner;
  }

  @Override
  public Row run(Plan plan) throws Exception {
    long began = System.nanoTime();
    Path folder = Scene.folder(plan, name());
    House house = new House(Files.createDirectory(folder.resolve("home")));
    List<String> broken = new ArrayList<>();
    int each = plan.few(20, 100);
    try (Sink sink = Sink.open()) {
      configure(house, sink);
      jar(plan, folder, house.home().resolve("adapters"));
      try (GatewayProcess gateway = GatewayProcess.launch(plan.distribution(), house, List.of())) {
        gateway.awaitReady();
        goodOnes(house, sink, "warm", 10);
        double[] alone = goodOnes(house, sink, "alone", each);
        for (int i = 0; i < LANES; i++) {
          house.putFlat(
              Request.of("2026-11-22-ill%d".formatted(i)).with("requires: [ill%d]".formatted(i)));
        }
        double[] beside = goodOnes(house, sink, "beside", each);
        claim(
            broken,
            beside[1] <= limit(alone),
            "p99 %.0f ms beside it, %.0f ms alone".formatted(beside[1], alone[1]));
        long stop = System.nanoTime();
        gateway.askToStop();
        gateway.awaitEnd();
        Duration took = Duration.ofNanos(System.nanoTime() - stop);
        claim(broken, took.compareTo(STOP) <= 0, "the stop took " + took);
        return row(began, 2 * each, broken)
            .remark(
                "p50 %.0f → %.0f ms, p99 %.0f → %.0f ms, stop %.1f s"
                    .formatted(alone[0], beside[0], alone[1], beside[1], took.toMillis() / 1e3),
                (System.nanoTime() - began) / 1e9);
      }
    }
  }

  private double limit(double[] alone) {
    return manner.equals("spins")
        ? Math.max(SPINNING_MS, alone[1] * TIMES)
        : alone[1] * TIMES + SLACK_MS;
  }

  private Row row(long began, int threads, List<String> broken) {
    double seconds = (System.nanoTime() - began) / 1e9;
    return new Row(name(), 0, threads, threads, 0, 0, 0, 0, 0, seconds, "", broken);
  }

  private static void claim(List<String> broken, boolean holds, String otherwise) {
    if (!holds) {
      broken.add(otherwise);
    }
  }

  private static void configure(House house, Sink sink) throws IOException {
    String ill =
        IntStream.range(0, LANES)
            .mapToObj(
                "  ill%1$d: { capabilities: [ill%1$d], notify: { ill: \"place-%1$d\" } }\n"
                    ::formatted)
            .collect(Collectors.joining());
    house.configure(
        "executors:\n  good: { capabilities: [good], notify: { webhook: \"%s\" } }\n%s"
            .formatted(sink.url("good"), ill));
  }

  /** Median and 99th percentile in milliseconds, from the thread's file to its arrival. */
  private static double[] goodOnes(House house, Sink sink, String name, int count)
      throws IOException, InterruptedException {
    Map<String, Long> sent = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      String ref = "2026-11-22-%s%03d".formatted(name, i);
      sent.put(ref, System.nanoTime());
      house.putFlat(Request.of(ref).with("requires: [good]"));
      Thread.sleep(30);
    }
    Eventually.within(
        LATE,
        () -> "all good ones have arrived",
        () -> sent.keySet().stream().noneMatch(ref -> sink.of(ref).isEmpty()));
    double[] ms =
        sent.entrySet().stream()
            .mapToDouble(one -> (first(sink, one.getKey()) - one.getValue()) / 1e6)
            .sorted()
            .toArray();
    return new double[] {ms[ms.length / 2], ms[(int) (ms.length * 0.99)]};
  }

  private static long first(Sink sink, String ref) {
    return sink.of(ref).stream().mapToLong(Arrival::nanos).min().orElseThrow();
  }

  private void jar(Plan plan, Path folder, Path adapters) throws IOException {
    Path source = Files.createDirectories(folder.resolve("src/acme")).resolve("Ill.java");
    String ill = "if (System.nanoTime() != 0) { " + MANNERS.get(manner) + " }";
    Files.writeString(source, SOURCE.replace("/*" + method + "*/", ill));
    Path classes = folder.resolve("classes");
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(services.resolve("org.messgateway.api.AdapterProvider"), "acme.Ill\n");
    tool(
        "javac",
        "-nowarn",
        "-proc:none",
        "-d",
        classes.toString(),
        "-cp",
        api(plan),
        source.toString());
    Files.createDirectories(adapters);
    tool(
        "jar",
        "--create",
        "--file",
        adapters.resolve("ill.jar").toString(),
        "-C",
        classes.toString(),
        ".");
  }

  private static String api(Plan plan) throws IOException {
    try (Stream<Path> jars = Files.list(plan.distribution().resolve("lib"))) {
      return jars.filter(jar -> jar.getFileName().toString().matches("(dispatch-api|jspecify)-.*"))
          .map(Path::toString)
          .collect(Collectors.joining(java.io.File.pathSeparator));
    }
  }

  private static void tool(String name, String... arguments) throws IOException {
    int status = ToolProvider.findFirst(name).orElseThrow().run(System.out, System.err, arguments);
    if (status != 0) {
      throw new IOException(name + " ended with " + status + ": " + Arrays.toString(arguments));
    }
  }

  private static final String SOURCE =
      """
      package acme;
      import java.util.*;
      import org.messgateway.api.*;
      public class Ill implements AdapterProvider {
        public Ill() { /*constructor*/ }
        public AdapterDescription describe() { /*describe*/
          return new AdapterDescription("ill", "for tests", Audience.MACHINES, List.of(), "x", "to",
              List.of(), new ChannelLimits(4, null, null));
        }
        public List<SettingProblem> check(Settings s) { /*check*/ return List.of(); }
        public Optional<String> checkAddress(Address a) { /*checkAddress*/ return Optional.empty(); }
        public Adapter create(Settings s, AdapterServices x) { /*create*/ return new It(); }
        static class It implements Adapter, Inbound {
          public Outcome deliver(Notification m) { /*deliver*/
            return new Outcome.Delivered(Receipt.of("a", "b")); }
          public void listen(InboundListener l) { /*listen*/ }
          public boolean inboundOpen() { /*inboundOpen*/ return true; }
          public CallbackResponse receive(CallbackRequest c) { /*receive*/
            return CallbackResponse.of(200); }
          public void close() { /*close*/ }
        }
      }
      """;
}
