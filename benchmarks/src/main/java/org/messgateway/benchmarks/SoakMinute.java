package org.messgateway.benchmarks;

import java.io.IOException;

/**
 * One minute of a soak, at its end.
 *
 * @param calm whether the sink was there all the time, and in the minute before
 * @param heap bytes in use after a collection
 * @param resident bytes
 */
record SoakMinute(
    int number,
    boolean calm,
    SoakArrivals arrivals,
    int underWay,
    long heap,
    long resident,
    int descriptors,
    int threads) {

  static SoakMinute of(
      int number, boolean calm, SoakArrivals arrivals, int underWay, MeasuredGateway gateway)
      throws IOException, InterruptedException {
    int descriptors = gateway.use().descriptors();
    int threads = gateway.use().threads();
    long resident = gateway.memory().resident();
    return new SoakMinute(
        number, calm, arrivals, underWay, gateway.memory().heap(), resident, descriptors, threads);
  }

  static String head() {
    return "minute  arrived  again  under way   p50 ms   p99 ms   max ms  heap MB  resident MB"
        + "  descriptors  threads";
  }

  @Override
  public String toString() {
    Latencies took = arrivals.first();
    return "%6d  %7d  %5d  %9d  %7.2f  %7.2f  %7.0f  %7.1f  %11.1f  %11d  %7d%s"
        .formatted(
            number,
            took.count(),
            arrivals.again(),
            underWay,
            took.p50(),
            took.p99(),
            took.max(),
            heap / 1e6,
            resident / 1e6,
            descriptors,
            threads,
            calm ? "" : "  (sink away)");
  }
}
