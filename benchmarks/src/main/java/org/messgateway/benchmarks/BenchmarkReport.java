package org.messgateway.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What came of a run: a table, JSON and a plot. */
record BenchmarkReport(
    MachineDescription machine, List<Figure> figures, List<String> notes, List<String> failures) {

  static BenchmarkReport of(MachineDescription machine, FigureCollector figures) {
    return new BenchmarkReport(machine, figures.all(), figures.notes(), figures.failures());
  }

  String table() {
    StringBuilder table = new StringBuilder(4096);
    table.append(machine).append("\n\n");
    row(table, "goal", "what", "target", "min", "median", "max", "unit", "");
    for (Figure figure : figures) {
      row(
          table,
          figure.goal(),
          figure.what(),
          Objects.toString(figure.target(), ""),
          number(figure.min()),
          number(figure.median()),
          number(figure.max()),
          figure.unit(),
          figure.verdict());
    }
    notes.forEach(note -> table.append('\n').append(note));
    failures.forEach(failure -> table.append("\nFAILED ").append(failure));
    return table.append('\n').toString();
  }

  private static void row(StringBuilder table, Object... cells) {
    table.append("%-4s  %-44s  %9s  %10s  %10s  %10s  %-8s  %s".formatted(cells).stripTrailing());
    table.append('\n');
  }

  static String number(double value) {
    String format = Math.abs(value) >= 100 ? "%,.0f" : "%.2f";
    return format.formatted(value);
  }

  /** Writes {@code results.json}, {@code results.txt} and {@code results.svg}. */
  void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    Files.write(folder.resolve("results.json"), mapper.writeValueAsBytes(json()));
    Files.writeString(folder.resolve("results.txt"), table());
    Files.writeString(folder.resolve("results.svg"), new FigurePlot(this).svg());
  }

  private Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("machine", machine);
    json.put("figures", figures.stream().map(BenchmarkReport::json).toList());
    json.put("notes", notes);
    json.put("failures", failures);
    return json;
  }

  private static Map<String, Object> json(Figure figure) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("goal", figure.goal());
    json.put("what", figure.what());
    json.put("unit", figure.unit());
    FigureTarget target = figure.target();
    if (target != null) {
      json.put(target.bound().name().toLowerCase(Locale.ROOT), target.limit());
      json.put("verdict", figure.verdict());
    }
    json.put("min", figure.min());
    json.put("median", figure.median());
    json.put("max", figure.max());
    json.put("values", figure.values());
    return json;
  }
}
