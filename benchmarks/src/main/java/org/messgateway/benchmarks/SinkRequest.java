package org.messgateway.benchmarks;

/**
 * One POST that reached the sink.
 *
 * @param ref value of {@code mess-ref}
 * @param id value of {@code webhook-id}
 * @param nanos wall clock when the last byte of the body was there, nanoseconds since 1970: the
 *     clock that all processes of a machine share
 * @param signature whether it was signed by the key that the sink knows
 */
record SinkRequest(String ref, String id, long nanos, Signature signature) {

  /** What the sink thinks of a signature. */
  enum Signature {
    VALID,
    FORGED,
    NONE
  }

  String line() {
    return ref + " " + id + " " + nanos + " " + signature;
  }

  static SinkRequest of(String line) {
    String[] parts = line.split(" ", -1);
    return new SinkRequest(
        parts[0], parts[1], Long.parseLong(parts[2]), Signature.valueOf(parts[3]));
  }
}
