package org.messgateway.gateway.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** {@code benchmarks/faults [--quick] [--seed N] [--only WORD]}. */
final class Faults {

  private Faults() {}

  /**
   * @param args folder of the checkout, then options
   */
  static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    List<String> options = List.of(args).subList(1, args.length);
    long seed = Long.parseLong(option(options, "--seed", Long.toString(System.nanoTime())));
    Path target = root.resolve("benchmarks/target");
    Path output = target.resolve("runs").resolve("faults-" + Instant.now().toEpochMilli());
    Path distribution = root.resolve("distribution/target/mess-gateway/mess-gateway");
    Plan plan = plan(distribution, output, seed, options.contains("--quick"));
    String only = option(options, "--only", "");
    List<Fault> faults = Fault.all().stream().filter(fault -> fault.name().contains(only)).toList();
    Report report = run(plan, faults, System.out::println);
    report.write(target);
    System.out.print("\n" + report.text());
    System.out.println("\nWritten to " + target.resolve("faults.md") + "; logs in " + output);
    System.exit(report.held() ? 0 : 1);
  }

  private static String option(List<String> options, String name, String otherwise) {
    int at = options.indexOf(name);
    return at < 0 || at + 1 == options.size() ? otherwise : options.get(at + 1);
  }

  /** Makes the agent, and everything ready in a folder of the run. */
  static Plan plan(Path distribution, Path output, long seed, boolean quick) throws IOException {
    Path folder = Files.createDirectories(output.toAbsolutePath());
    Path agent = folder.resolve("agent.jar");
    AgentJar.write(agent);
    return new Plan(distribution.toAbsolutePath(), agent, folder, seed, quick);
  }

  /** One after the other; a fault that cannot be run breaks its claims. */
  static Report run(Plan plan, List<Fault> faults, Consumer<String> news) {
    List<Row> rows = new ArrayList<>();
    for (Fault fault : faults) {
      Row row = run(plan, fault);
      news.accept((row.held() ? "held    " : "BROKEN  ") + row);
      rows.add(row);
    }
    return new Report(Instant.now(), plan, rows);
  }

  private static Row run(Plan plan, Fault fault) {
    long start = System.nanoTime();
    try {
      return fault.run(plan);
    } catch (Exception | AssertionError e) {
      double seconds = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1e3;
      return Row.failed(fault.name(), seconds, "it could not be run: " + e);
    }
  }
}
