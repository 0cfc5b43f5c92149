package org.messgateway.gateway.faults;

import java.util.List;
import java.util.stream.Stream;

/**
 * What was counted under one fault.
 *
 * @param kills how often the process was killed (or stopped short in another way)
 * @param deliveries requests that somebody had to be told of
 * @param lost those that never arrived
 * @param allowed arrivals that may repeat an earlier one: in flight at a kill, or never accepted
 * @param again arrivals that repeated an earlier one, by the same id
 * @param acknowledged answers that got HTTP 200
 * @param present those of them that stand in their thread exactly once
 * @param broken claims that did not hold; empty when all did
 */
record Row(
    String fault,
    int kills,
    int threads,
    int deliveries,
    int lost,
    int allowed,
    int again,
    int acknowledged,
    int present,
    double seconds,
    String remark,
    List<String> broken) {

  static Row failed(String fault, double seconds, String why) {
    return new Row(fault, 0, 0, 0, 0, 0, 0, 0, 0, seconds, "", List.of(why));
  }

  static Row skipped(String fault, String why) {
    return new Row(fault, 0, 0, 0, 0, 0, 0, 0, 0, 0, "not tried: " + why, List.of());
  }

  boolean held() {
    return broken.isEmpty();
  }

  /** Both together, as one row. */
  Row plus(Row other) {
    return new Row(
        fault,
        kills + other.kills,
        threads + other.threads,
        deliveries + other.deliveries,
        lost + other.lost,
        allowed + other.allowed,
        again + other.again,
        acknowledged + other.acknowledged,
        present + other.present,
        seconds + other.seconds,
        remark,
        Stream.concat(broken.stream(), other.broken.stream()).toList());
  }

  Row remark(String text, double took) {
    return new Row(
        fault,
        kills,
        threads,
        deliveries,
        lost,
        allowed,
        again,
        acknowledged,
        present,
        took,
        text,
        broken);
  }
}
