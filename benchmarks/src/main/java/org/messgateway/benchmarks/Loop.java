package org.messgateway.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A measured loop in a JVM of its own. It prints {@code name = value} for each result, then {@code
 * Done}.
 */
final class Loop {

  private static final Pattern DONE = Pattern.compile("(?m)^Done$");
  private static final Pattern RESULT = Pattern.compile("(?m)^(\\S+) = (\\S+)$");
  private static final Duration LIMIT = Duration.ofMinutes(15);

  private Loop() {}

  /** Runs one to its end. */
  static Map<String, Double> run(Setting setting, Class<?> main, String... args)
      throws IOException, InterruptedException {
    Path log = setting.folder(main.getSimpleName()).resolve("log");
    try (Child child = Child.java(log, main, args)) {
      return results(child);
    }
  }

  /** Waits for its end; what it came to. */
  static Map<String, Double> results(Child loop) throws IOException, InterruptedException {
    loop.await(DONE, LIMIT);
    Map<String, Double> results = new HashMap<>();
    Matcher matcher = RESULT.matcher(loop.said());
    while (matcher.find()) {
      results.put(matcher.group(1), Double.parseDouble(matcher.group(2)));
    }
    return results;
  }

  /** One of its results. */
  static double value(Map<String, Double> results, String name) throws IOException {
    Double value = results.get(name);
    if (value == null) {
      throw new IOException(
          "The loop did not say " + name + " but " + List.copyOf(results.keySet()));
    }
    return value;
  }

  static void say(String name, double value) {
    System.out.println(name + " = " + value);
  }

  static void done() {
    System.out.println("Done");
  }
}
