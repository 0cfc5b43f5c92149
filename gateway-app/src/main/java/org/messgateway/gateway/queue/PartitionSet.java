package org.messgateway.gateway.queue;

import java.nio.charset.StandardCharsets;

/**
 * Some of the 64 partitions of all refs. Which one a ref belongs to is the same in every process
 * and version, and PostgreSQL can tell, too: the first byte of a SHA-256 over exchange and ref.
 *
 * @param bits one for each partition
 */
public record PartitionSet(long bits) {

  public static final int COUNT = Long.SIZE;
  public static final PartitionSet ALL = new PartitionSet(-1);
  public static final PartitionSet NONE = new PartitionSet(0);

  /**
   * The partition of a thread.
   *
   * @param exchange its id
   */
  public static int of(String exchange, String ref) {
    byte[] name = (exchange + "/" + ref).getBytes(StandardCharsets.UTF_8);
    return Sha256.fresh().digest(name)[0] & (COUNT - 1);
  }

  /** Whether the thread's partition is among these. */
  public boolean holds(String exchange, String ref) {
    return bits == ALL.bits || (bits != 0 && holds(of(exchange, ref)));
  }

  public boolean holds(int partition) {
    return (bits >>> partition & 1) == 1;
  }

  public PartitionSet with(int partition) {
    return new PartitionSet(bits | 1L << partition);
  }

  public PartitionSet and(PartitionSet others) {
    return new PartitionSet(bits | others.bits);
  }

  public PartitionSet without(PartitionSet others) {
    return new PartitionSet(bits & ~others.bits);
  }

  public int size() {
    return Long.bitCount(bits);
  }
}
