package org.messgateway.gateway.exchange.format;

/** Replaces a range of bytes. */
public final class ByteSplice {

  private ByteSplice() {}

  /**
   * All of {@code bytes}, with {@code replacement} for the {@code length} bytes from {@code start}.
   */
  public static byte[] of(byte[] bytes, int start, int length, byte[] replacement) {
    byte[] result = new byte[bytes.length - length + replacement.length];
    System.arraycopy(bytes, 0, result, 0, start);
    System.arraycopy(replacement, 0, result, start, replacement.length);
    int rest = start + length;
    System.arraycopy(bytes, rest, result, start + replacement.length, bytes.length - rest);
    return result;
  }
}
