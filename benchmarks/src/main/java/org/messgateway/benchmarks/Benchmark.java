package org.messgateway.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** {@code benchmarks/run}: see {@link BenchmarkOptions}. */
final class Benchmark {

  private Benchmark() {}

  /**
   * @param args folder of the checkout, then options
   */
  static void main(String[] args) throws IOException, InterruptedException {
    // Who stops a run does not mean to leave gateways behind that work on.
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroy)));
    Path root = Path.of(args[0]);
    Path target = root.resolve("benchmarks/target");
    Path output = target.resolve("runs").resolve("run-" + Instant.now().toEpochMilli());
    BenchmarkOptions options = options(root, List.of(args).subList(1, args.length));
    BenchmarkEnvironment environment = options.environment(root, output);
    System.exit(run(options, environment, target, output));
  }

  private static int run(
      BenchmarkOptions options, BenchmarkEnvironment environment, Path target, Path output)
      throws IOException, InterruptedException {
    if (options.profile()) {
      return profile(new GatewayProfile(environment), target);
    }
    return options.soak() > 0
        ? soak(new SoakRun(environment, options.soak(), options.rate()), target)
        : measure(new MeasurementSuite(environment, options.only()), target, output);
  }

  private static int profile(GatewayProfile profile, Path target)
      throws IOException, InterruptedException {
    ProcessorTime time = profile.take();
    System.out.print(time.text());
    time.write(target);
    System.out.println("Written to " + target.resolve("profile.txt"));
    return 0;
  }

  private static int soak(SoakRun soak, Path target) throws IOException, InterruptedException {
    SoakReport report = soak.run();
    System.out.print(report.text());
    report.write(target);
    System.out.println("Written to " + target.resolve("soak.txt"));
    return report.held() ? 0 : 1;
  }

  private static int measure(MeasurementSuite suite, Path target, Path output)
      throws IOException, InterruptedException {
    BenchmarkReport report = suite.run();
    System.out.print(report.table());
    report.write(target);
    System.out.println("Written to " + target + "/results.{txt,json,svg}; logs in " + output);
    return report.failures().isEmpty() ? 0 : 1;
  }

  private static BenchmarkOptions options(Path root, List<String> typed) {
    try {
      return BenchmarkOptions.of(root, typed);
    } catch (IllegalArgumentException e) {
      System.err.println("benchmarks/run: " + e.getMessage());
      System.exit(2);
      throw e;
    }
  }
}
