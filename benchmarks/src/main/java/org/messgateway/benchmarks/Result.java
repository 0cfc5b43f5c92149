package org.messgateway.benchmarks;

import org.jspecify.annotations.Nullable;

/**
 * One run of everything.
 *
 * @param gateway the first and the second burst through the gateway
 * @param cpuMicros CPU time of the gateway per item of the second burst
 * @param historyPerSecond threads per second that have their delivery in their history, from the
 *     start of the burst on
 * @param raw rates of the raw client, cold and warm
 * @param peer null when it was left out
 */
record Result(
    Latencies latency,
    Bursts gateway,
    double cpuMicros,
    double historyPerSecond,
    Bursts raw,
    @Nullable Bursts peer) {

  /** The first of a process, and the second. */
  record Bursts(Burst cold, Burst warm) {

    boolean whole() {
      return cold.whole() && warm.whole();
    }
  }

  /** Whether everything arrived, signed as it should be. */
  boolean whole() {
    return gateway.whole() && raw.whole() && (peer == null || peer.whole());
  }

  String table() {
    StringBuilder table = new StringBuilder(1024);
    row(table, "what", "cold", "warm", "warm / raw warm");
    row(table, "gateway, burst", gateway);
    row(table, "raw client", raw);
    if (peer != null) {
      row(table, "peer: Camel", peer);
    }
    table.append("gateway, rename to arrival: ").append(latency).append('\n');
    table.append("gateway, CPU per item (warm): %.0f us%n".formatted(cpuMicros));
    table.append("gateway, history written: %,.0f threads/s%n".formatted(historyPerSecond));
    if (peer != null) {
      table.append(
          "gateway / Camel: %.2f cold, %.2f warm%n"
              .formatted(
                  gateway.cold().perSecond() / peer.cold().perSecond(),
                  gateway.warm().perSecond() / peer.warm().perSecond()));
    }
    return table.toString();
  }

  private void row(StringBuilder table, String what, Bursts bursts) {
    row(
        table,
        what,
        bursts.cold().toString(),
        bursts.warm().toString(),
        "%.2f".formatted(bursts.warm().perSecond() / raw.warm().perSecond()));
  }

  private static void row(
      StringBuilder table, String what, String cold, String warm, String ratio) {
    table.append("%-16s  %-52s  %-52s  %s%n".formatted(what, cold, warm, ratio));
  }
}
