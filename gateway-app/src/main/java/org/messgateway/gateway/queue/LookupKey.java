package org.messgateway.gateway.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * An index key made of a text from outside: a client id, an idempotency key, the id of an event.
 * Such a text may have any length, but PostgreSQL takes no index entry above a third of its page
 * (about 2,700 bytes, several columns together). So a text of more than {@value #LONGEST} bytes is
 * stored as its beginning and its SHA-256, in every database.
 */
public final class LookupKey {

  /** Bytes in UTF-8. Three such, a ref and a few numbers make an entry. */
  static final int LONGEST = 512;

  private static final int HEAD = 256;

  private LookupKey() {}

  /** The key of a text, {@value #LONGEST} bytes at most; the key of a key is itself. */
  public static String of(String text) {
    if (text.length() * 3L <= LONGEST) {
      return text;
    }
    byte[] bytes = text.getBytes(UTF_8);
    return bytes.length <= LONGEST ? text : head(bytes) + "~" + digest(bytes);
  }

  /** The same; null for null. */
  public static @Nullable String ofNullable(@Nullable String text) {
    return text == null ? null : of(text);
  }

  /** As many whole characters as fit. */
  private static String head(byte[] bytes) {
    CharBuffer head = CharBuffer.allocate(HEAD);
    UTF_8
        .newDecoder()
        .onMalformedInput(CodingErrorAction.REPLACE)
        .decode(ByteBuffer.wrap(bytes, 0, HEAD), head, false);
    return head.flip().toString();
  }

  private static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
