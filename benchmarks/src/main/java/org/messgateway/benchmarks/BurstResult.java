package org.messgateway.benchmarks;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What became of many items at once.
 *
 * @param perSecond (items - 1) / (last arrival - first arrival)
 * @param perSecondAfterFirst the same without the very first arrival
 * @param lost items that never arrived
 * @param twice arrivals beside the first of their item
 * @param wrong arrivals that were forged, or not signed though they should be
 */
record BurstResult(
    int items, double perSecond, double perSecondAfterFirst, int lost, int twice, int wrong) {

  static BurstResult of(Collection<String> refs, List<SinkRequest> all, boolean signed) {
    Set<String> wanted = new HashSet<>(refs);
    List<SinkRequest> arrivals =
        all.stream().filter(arrival -> wanted.contains(arrival.ref())).toList();
    Set<String> arrived = arrivals.stream().map(SinkRequest::ref).collect(Collectors.toSet());
    Set<String> ids = arrivals.stream().map(SinkRequest::id).collect(Collectors.toSet());
    int wrong =
        (int) arrivals.stream().filter(arrival -> wrong(arrival, signed)).count()
            + (signed ? arrived.size() - ids.size() : 0);
    return new BurstResult(
        wanted.size(),
        rate(arrivals, 0),
        rate(arrivals, 1),
        wanted.size() - arrived.size(),
        arrivals.size() - arrived.size(),
        wrong);
  }

  private static boolean wrong(SinkRequest arrival, boolean signed) {
    return switch (arrival.signature()) {
      case VALID -> false;
      case FORGED -> true;
      case NONE -> signed;
    };
  }

  private static double rate(List<SinkRequest> arrivals, int skipped) {
    long[] times = arrivals.stream().mapToLong(SinkRequest::nanos).sorted().skip(skipped).toArray();
    return times.length < 2 ? 0 : (times.length - 1) * 1e9 / (times[times.length - 1] - times[0]);
  }

  /**
   * @throws IOException when something was lost or wrong
   */
  void check(String what) throws IOException {
    if (lost > 0 || wrong > 0) {
      throw new IOException("Something went wrong with the " + what + ": " + this);
    }
  }

  @Override
  public String toString() {
    return "%,.0f/s (%d items, %d lost, %d twice, %d wrong)"
        .formatted(perSecond, items, lost, twice, wrong);
  }
}
