package org.messgateway.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A measured loop in a JVM of its own. It prints {@code name = value} for each result, then {@code
 * Done}.
 */
final class MeasuredLoop {

  private static final Pattern DONE = Pattern.compile("(?m)^Done$");
  private static final Pattern RESULT = Pattern.compile("(?m)^(\\S+) = (\\S+)$");
  private static final Duration LIMIT = Duration.ofMinutes(15);

  private MeasuredLoop() {}

  /** Runs one to its end. */
  static Map<String, Double> run(BenchmarkEnvironment environment, Class<?> main, String... args)
      throws IOException, InterruptedException {
    Path log = environment.folder(main.getSimpleName()).resolve("log");
    try (ChildProcess child = ChildProcess.java(log, main, args)) {
      return results(child);
    }
  }

  /** Waits for its end; what it came to. */
  static Map<String, Double> results(ChildProcess loop) throws IOException, InterruptedException {
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

  /** Makes one call for each item at the same time, each on a virtual thread of its own. */
  static <I, R> List<R> together(List<I> items, Function<I, R> call) {
    List<CompletableFuture<R>> calls = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (I item : items) {
        calls.add(CompletableFuture.supplyAsync(() -> call.apply(item), threads));
      }
    }
    return calls.stream().map(CompletableFuture::join).toList();
  }
}
