package org.messgateway.gateway.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The result as a table for people and as JSON beside it. */
record Report(Instant at, Plan plan, List<Row> rows) {

  boolean held() {
    return rows.stream().allMatch(Row::held);
  }

  String text() {
    return Stream.of(
            Stream.of(
                "# Proof under faults",
                "",
                held() ? "Every claim held." : "**A claim was broken: see below the table.**",
                "",
                "%s, seed %d%s; repeat with `benchmarks/faults%s --seed %d`."
                    .formatted(
                        at,
                        plan.seed(),
                        plan.quick() ? ", quick" : "",
                        plan.quick() ? " --quick" : "",
                        plan.seed()),
                "",
                "| fault | kills | threads | deliveries | lost | duplicates seen / allowed |"
                    + " answers present / acknowledged | seconds | |",
                "|---|--:|--:|--:|--:|--:|--:|--:|---|"),
            rows.stream().map(Report::line),
            rows.stream().flatMap(Report::broken))
        .flatMap(lines -> lines)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String line(Row row) {
    return "| %s | %d | %d | %d | %d | %d / %d | %d / %d | %.0f | %s |"
        .formatted(
            row.fault(),
            row.kills(),
            row.threads(),
            row.deliveries(),
            row.lost(),
            row.again(),
            row.allowed(),
            row.present(),
            row.acknowledged(),
            row.seconds(),
            row.held() ? row.remark() : "**broken** " + row.remark());
  }

  private static Stream<String> broken(Row row) {
    return row.broken().stream().map(claim -> "\n**" + row.fault() + "**: " + claim);
  }

  /** Writes {@code faults.md} and {@code faults.json}. */
  void write(Path folder) throws IOException {
    Files.writeString(folder.resolve("faults.md"), text());
    Files.write(
        folder.resolve("faults.json"),
        new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .writeValueAsBytes(
                Map.of(
                    "at",
                    at.toString(),
                    "seed",
                    plan.seed(),
                    "quick",
                    plan.quick(),
                    "held",
                    held(),
                    "rows",
                    rows)));
  }
}
