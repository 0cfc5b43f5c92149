package org.messgateway.gateway.dispatch;

import org.messgateway.gateway.dispatch.InFlight.Standing;

/**
 * What is taken of the places and bytes there are, and who may have some of the rest: the shares
 * that {@link InFlight} tells of. For use under a lock.
 */
final class Occupancy {

  private static final int SUSPECT_SHARE = 4;
  private static final int FURTHER_SHARE = 2;

  /** The part that lanes not known healthy get before all others. */
  private static final int RESERVED_SHARE = 16;

  private final int places;
  private final long bytes;
  private int placesTaken;
  private int suspects;
  private long bytesTaken;
  private long suspectBytes;

  Occupancy(int places, long bytes) {
    if (places < 1 || bytes < 1) {
      throw new IllegalArgumentException("at least one place and one byte");
    }
    this.places = places;
    this.bytes = bytes;
  }

  int placesTaken() {
    return placesTaken;
  }

  /** Places of lanes that answer, as far as is known. */
  int healthy() {
    return placesTaken - suspects;
  }

  long bytesTaken() {
    return bytesTaken;
  }

  boolean hasPlace(Standing standing) {
    return switch (standing) {
      case FIRST -> placesTaken < places;
      case FURTHER -> placesTaken < share(FURTHER_SHARE);
      case SUSPECT ->
          suspects < share(SUSPECT_SHARE) && placesTaken < places - share(SUSPECT_SHARE);
    };
  }

  /** Whether a suspect goes before all others. */
  boolean hasReserve() {
    return placesTaken < places && suspects < share(RESERVED_SHARE);
  }

  private int share(int divisor) {
    return Math.max(1, places / divisor);
  }

  /** One that is larger than all we have goes alone. */
  boolean fits(Standing standing, long amount) {
    boolean fits = bytesTaken == 0 || bytesTaken + amount <= bytes;
    return standing == Standing.SUSPECT
        ? fits && (suspectBytes == 0 || suspectBytes + amount <= bytes / SUSPECT_SHARE)
        : fits;
  }

  void takePlace(Standing standing) {
    placesTaken++;
    suspects += standing == Standing.SUSPECT ? 1 : 0;
  }

  void leavePlace(Standing standing) {
    placesTaken--;
    suspects -= standing == Standing.SUSPECT ? 1 : 0;
  }

  /**
   * @param amount of bytes; negative gives them back
   */
  void addBytes(Standing standing, long amount) {
    bytesTaken += amount;
    suspectBytes += standing == Standing.SUSPECT ? amount : 0;
  }
}
