package org.messgateway.gateway.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
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
    Options options = options(List.of(args).subList(1, args.length));
    Path target = root.resolve("benchmarks/target");
    Path output = target.resolve("runs").resolve("faults-" + Instant.now().toEpochMilli());
    Path distribution = root.resolve("distribution/target/mess-gateway/mess-gateway");
    Plan plan = plan(distribution, output, options.seed(), options.quick());
    Report report = run(plan, options.faults(), System.out::println);
    report.write(target);
    System.out.print("\n" + report.text());
    System.out.println("\nWritten to " + target.resolve("faults.md") + "; logs in " + output);
    System.exit(report.held() ? 0 : 1);
  }

  private record Options(boolean quick, long seed, List<Fault> faults) {

    /**
     * All faults take an hour: what is not understood runs none.
     *
     * @throws IllegalArgumentException says why
     */
    static Options of(List<String> typed) {
      boolean quick = false;
      long seed = System.nanoTime();
      List<Fault> faults = Fault.all();
      Iterator<String> words = typed.iterator();
      while (words.hasNext()) {
        String word = words.next();
        switch (word) {
          case "--quick" -> quick = true;
          case "--seed" -> seed = Long.parseLong(next(word, words));
          case "--only" -> faults = named(next(word, words));
          default -> throw new IllegalArgumentException("there is no option " + word);
        }
      }
      return new Options(quick, seed, faults);
    }

    private static String next(String option, Iterator<String> words) {
      if (!words.hasNext()) {
        throw new IllegalArgumentException(option + " needs a value");
      }
      return words.next();
    }

    private static List<Fault> named(String word) {
      List<Fault> faults = Fault.all();
      List<Fault> named = faults.stream().filter(fault -> fault.name().contains(word)).toList();
      if (named.isEmpty()) {
        throw new IllegalArgumentException("no fault has '%s' in its name".formatted(word));
      }
      return named;
    }
  }

  private static Options options(List<String> typed) {
    try {
      return Options.of(typed);
    } catch (IllegalArgumentException e) {
      System.err.println("benchmarks/faults: " + e.getMessage());
      System.exit(2);
      throw e;
    }
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
