package org.messgateway.testkit;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;

/**
 * Enlarges some of a fuzzer's short inputs by repeating a part, because quadratic time and deep
 * recursion show only on long inputs.
 */
public final class EnlargedInput {

  /** A length at which quadratic time takes seconds. */
  private static final int LENGTH = 32 << 10;

  /**
   * The share of enlarged inputs: one in 128, because a long input takes the time of many short
   * ones.
   */
  private static final int ONE_IN = 128;

  private EnlargedInput() {}

  /**
   * The input and, for some inputs, a long one made of it. The result depends on the input alone.
   */
  public static List<byte[]> of(byte[] input) {
    int hash = Arrays.hashCode(input);
    return input.length == 0 || Math.floorMod(hash, ONE_IN) != 0
        ? List.of(input)
        : List.of(input, repeated(input, hash / ONE_IN, LENGTH));
  }

  /**
   * The input with a part of it repeated until it has so many bytes, so that what weighs much
   * weighs it many times. The result depends on the input alone.
   */
  public static byte[] heavy(byte[] input, int bytes) {
    return input.length == 0 ? input : repeated(input, Arrays.hashCode(input), bytes);
  }

  private static byte[] repeated(byte[] input, int choice, int bytes) {
    int from = Math.floorMod(choice, input.length);
    int length = 1 + Math.floorMod(choice / input.length, Math.min(16, input.length - from));
    ByteArrayOutputStream grown = new ByteArrayOutputStream(bytes + input.length);
    grown.write(input, 0, from);
    while (grown.size() < bytes) {
      grown.write(input, from, length);
    }
    grown.write(input, from + length, input.length - from - length);
    return grown.toByteArray();
  }
}
