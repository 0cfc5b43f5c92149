package org.messgateway.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** {@code benchmarks/run [--quick] [--camel]}. */
final class Benchmark {

  private Benchmark() {}

  /**
   * @param args folder of the checkout, then options
   */
  static void main(String[] args) throws IOException, InterruptedException {
    Path root = Path.of(args[0]);
    List<String> options = List.of(args).subList(1, args.length);
    Path output =
        root.resolve("benchmarks/target/runs").resolve("run-" + Instant.now().toEpochMilli());
    Plan plan = plan(root, options, output);
    Result result = new EndToEnd(plan).run();
    System.out.print(result.table());
    Path json = root.resolve("benchmarks/target/end-to-end.json");
    write(json, result);
    System.out.println("Written to " + json + "; logs in " + output);
    if (!result.whole()) {
      System.exit(1);
    }
  }

  private static Plan plan(Path root, List<String> options, Path output) {
    Path distribution = root.resolve("gateway-app/target/mess-gateway/mess-gateway");
    Optional<Path> camel =
        options.contains("--camel")
            ? Optional.of(root.resolve("benchmarks/camel"))
            : Optional.empty();
    return options.contains("--quick")
        ? Plan.quick(distribution, output)
        : Plan.full(distribution, camel, output);
  }

  private static void write(Path json, Result result) throws IOException {
    Files.write(
        json,
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsBytes(result));
  }
}
