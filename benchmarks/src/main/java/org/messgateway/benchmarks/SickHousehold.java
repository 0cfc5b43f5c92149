package org.messgateway.benchmarks;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** 100 destinations, each with a job of its own; of the sick, 10 hang, 10 drip and 10 refuse. */
final class SickHousehold {

  static final int DESTINATIONS = 100;
  static final int WELL = 70;

  private static final int OF_EACH_KIND = 10;
  private static final int IN_FLIGHT = 64;
  private static final int PER_ADDRESS = 4;

  private SickHousehold() {}

  /**
   * Writes the configuration.
   *
   * @param refusing where nobody listens; empty when all are well
   */
  static void configure(BenchmarkHome home, SinkProcess sink, String refusing) throws IOException {
    Map<String, String> capabilities = new TreeMap<>();
    Map<String, String> urls = new TreeMap<>();
    for (int i = 0; i < DESTINATIONS; i++) {
      String id = "robot-%02d".formatted(i);
      capabilities.put(id, capability(i));
      urls.put(id, (refusing.isEmpty() ? sink.url() : url(i, sink, refusing)) + "/" + i);
    }
    home.configure("sick", capabilities, urls, PER_ADDRESS, IN_FLIGHT);
  }

  private static String url(int number, SinkProcess sink, String refusing) {
    return switch (number / OF_EACH_KIND) {
      case 0 -> sink.hanging();
      case 1 -> sink.dripping();
      case 2 -> refusing;
      default -> sink.url();
    };
  }

  /** What the thread with that number asks for: each destination in turn. */
  static String capability(int number) {
    return "job-%02d".formatted(number % DESTINATIONS);
  }

  /** The same, of those only that are always well. */
  static String wellCapability(int number) {
    return capability(DESTINATIONS - WELL + number % WELL);
  }

  /** Whether the thread with that number is for one that is always well. */
  static boolean healthy(int number) {
    return number % DESTINATIONS >= DESTINATIONS - WELL;
  }
}
