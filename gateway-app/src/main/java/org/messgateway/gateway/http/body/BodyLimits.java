package org.messgateway.gateway.http.body;

/**
 * Limits of one message.
 *
 * @param total bytes of the whole body
 * @param file bytes of each file
 * @param files how many files
 */
public record BodyLimits(long total, long file, int files) {

  /** 32 MiB in all, 25 MiB each, 20 files. */
  public static final BodyLimits DEFAULT = new BodyLimits(32L << 20, 25L << 20, 20);
}
