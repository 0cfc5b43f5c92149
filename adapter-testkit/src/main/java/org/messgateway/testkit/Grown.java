package org.messgateway.testkit;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;

/**
 * A fuzzer's inputs are short, and what is slow or deep only shows when something is long. Of some
 * inputs this makes a long one: a piece of it, many times over.
 */
public final class Grown {

  /** Long enough for what is quadratic to cost seconds. */
  private static final int LENGTH = 32 << 10;

  /** One in so many: long ones take the time of many short ones. */
  private static final int ONE_IN = 128;

  private Grown() {}

  /** The input, and perhaps a long one made of it; the same for the same input each time. */
  public static List<byte[]> of(byte[] input) {
    int hash = Arrays.hashCode(input);
    return input.length == 0 || Math.floorMod(hash, ONE_IN) != 0
        ? List.of(input)
        : List.of(input, repeated(input, hash / ONE_IN));
  }

  private static byte[] repeated(byte[] input, int choice) {
    int from = Math.floorMod(choice, input.length);
    int length = 1 + Math.floorMod(choice / input.length, Math.min(16, input.length - from));
    ByteArrayOutputStream grown = new ByteArrayOutputStream(LENGTH + input.length);
    grown.write(input, 0, from);
    while (grown.size() < LENGTH) {
      grown.write(input, from, length);
    }
    grown.write(input, from + length, input.length - from - length);
    return grown.toByteArray();
  }
}
