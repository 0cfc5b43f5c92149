package org.messgateway.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * What was typed: {@code [--quick] [--only P4,P9] [--pairs 3] [--camel] [--peer NAME=COMMAND]},
 * {@code --profile}, or {@code --soak MINUTES [--rate THREADS_PER_SECOND]}.
 *
 * @param profile whether to see where processor time goes
 * @param soak minutes; 0 for none
 * @param rate threads per second of a soak
 */
record BenchmarkOptions(
    boolean quick,
    Set<String> only,
    int pairs,
    List<Peer> peers,
    boolean profile,
    int soak,
    int rate) {

  private static final int USUAL_PAIRS = 3;
  private static final int USUAL_RATE = 200;

  BenchmarkOptions {
    only = Set.copyOf(only);
    peers = List.copyOf(peers);
  }

  /**
   * @throws IllegalArgumentException when it cannot be understood; says why
   */
  static BenchmarkOptions of(Path root, List<String> typed) {
    boolean quick = false;
    Set<String> only = new HashSet<>();
    int pairs = 0;
    boolean profile = false;
    int soak = 0;
    int rate = USUAL_RATE;
    List<Peer> peers = new ArrayList<>();
    Iterator<String> words = typed.iterator();
    while (words.hasNext()) {
      String word = words.next();
      switch (word) {
        case "--quick" -> quick = true;
        case "--only" -> only.addAll(goals(next(word, words)));
        case "--pairs" -> pairs = Integer.parseInt(next(word, words));
        case "--profile" -> profile = true;
        case "--soak" -> soak = Integer.parseInt(next(word, words));
        case "--rate" -> rate = Integer.parseInt(next(word, words));
        case "--camel" -> peers.add(Peer.camel(root.resolve("benchmarks/camel")));
        case "--peer" -> peers.add(Peer.typed(next(word, words)));
        default -> throw new IllegalArgumentException("there is no option " + word);
      }
    }
    int usual = quick ? 1 : USUAL_PAIRS;
    return new BenchmarkOptions(quick, only, pairs > 0 ? pairs : usual, peers, profile, soak, rate);
  }

  private static List<String> goals(String typed) {
    List<String> goals = List.of(typed.split(",", -1));
    for (String goal : goals) {
      if (!MeasurementSuite.goals().contains(goal)) {
        throw new IllegalArgumentException("no goal is called '%s'".formatted(goal));
      }
    }
    return goals;
  }

  private static String next(String option, Iterator<String> words) {
    if (!words.hasNext()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return words.next();
  }

  BenchmarkEnvironment environment(Path root, Path output) {
    Path distribution = root.resolve("distribution/target/mess-gateway/mess-gateway");
    return new BenchmarkEnvironment(distribution, peers, output, quick, pairs);
  }
}
