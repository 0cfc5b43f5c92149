package org.messgateway.gateway.exchange;

import java.time.Duration;

/**
 * How much of a thread is read, and how long a writer is given.
 *
 * @param maxFile bytes of one file that holds documents; larger ones are refused
 * @param maxThread bytes of all documents of a thread
 * @param maxFiles files in one thread's folder
 * @param large bytes from which a fresh thread is looked at twice
 * @param still how long a thread must lie unchanged when nothing else shows that it is whole
 * @param patience after what time unchanged an unfinished thread is called unreadable
 */
public record ExchangeLimits(
    long maxFile, long maxThread, int maxFiles, long large, Duration still, Duration patience) {

  private static final long MIB = 1024 * 1024;

  /** DESIGN §7; data URIs of tens of megabytes are legal. */
  public static final ExchangeLimits DEFAULT =
      new ExchangeLimits(
          64 * MIB, 128 * MIB, 10_000, 256 * 1024, Duration.ofSeconds(1), Duration.ofMinutes(1));

  /** The same with another limit for one file. */
  public ExchangeLimits withMaxFile(long bytes) {
    return new ExchangeLimits(bytes, 2 * bytes, maxFiles, large, still, patience);
  }
}
