package org.messgateway.gateway.exchange;

import java.time.Duration;

/**
 * Limits for reading threads, and the time that writers get.
 *
 * @param maxFile bytes of one file that holds documents; larger files are refused
 * @param maxThread bytes of all documents of a thread
 * @param maxFiles files in one thread's folder
 * @param large bytes above which a recently changed thread must pass the quiet period
 * @param quietPeriod time without a change after which a thread counts as complete when nothing
 *     else shows it
 * @param patience time without a change after which an incomplete thread counts as unreadable
 */
public record ExchangeLimits(
    long maxFile,
    long maxThread,
    int maxFiles,
    long large,
    Duration quietPeriod,
    Duration patience) {

  private static final long MIB = 1024 * 1024;

  /** Source: docs/rules.md#limits. Data URIs of tens of megabytes are legal. */
  public static final ExchangeLimits DEFAULT =
      new ExchangeLimits(
          64 * MIB, 128 * MIB, 10_000, 256 * 1024, Duration.ofSeconds(1), Duration.ofMinutes(1));

  /** These limits with another one for a file, and twice that for a thread. */
  public ExchangeLimits withMaxFile(long bytes) {
    return new ExchangeLimits(bytes, 2 * bytes, maxFiles, large, quietPeriod, patience);
  }
}
