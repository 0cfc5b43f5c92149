package org.messgateway.benchmarks;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What became of many items at once.
 *
 * @param perSecond (items - 1) / (last arrival - first arrival)
 * @param lost items that never arrived
 * @param twice arrivals beside the first of their item
 * @param wrong arrivals that were forged, or not signed though they should be
 */
record Burst(int items, double perSecond, int lost, int twice, int wrong) {

  static Burst of(Collection<String> refs, List<Arrival> all, boolean signed) {
    Set<String> wanted = new HashSet<>(refs);
    List<Arrival> arrivals =
        all.stream().filter(arrival -> wanted.contains(arrival.ref())).toList();
    Set<String> arrived = arrivals.stream().map(Arrival::ref).collect(Collectors.toSet());
    Set<String> ids = arrivals.stream().map(Arrival::id).collect(Collectors.toSet());
    int wrong =
        (int) arrivals.stream().filter(arrival -> wrong(arrival, signed)).count()
            + (signed ? arrived.size() - ids.size() : 0);
    return new Burst(
        wanted.size(),
        rate(arrivals),
        wanted.size() - arrived.size(),
        arrivals.size() - arrived.size(),
        wrong);
  }

  private static boolean wrong(Arrival arrival, boolean signed) {
    return switch (arrival.signature()) {
      case VALID -> false;
      case FORGED -> true;
      case NONE -> signed;
    };
  }

  private static double rate(List<Arrival> arrivals) {
    LongSummaryStatistics times = arrivals.stream().mapToLong(Arrival::nanos).summaryStatistics();
    return arrivals.size() < 2
        ? 0
        : (arrivals.size() - 1) * 1e9 / (times.getMax() - times.getMin());
  }

  boolean whole() {
    return lost == 0 && wrong == 0;
  }

  @Override
  public String toString() {
    return "%,.0f/s (%d items, %d lost, %d twice, %d wrong)"
        .formatted(perSecond, items, lost, twice, wrong);
  }
}
