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
 * A text of others by which something is found again: a name they gave a task, a key, an id of an
 * event. Such a text may have any length, but what is found by it is in an index, and PostgreSQL
 * takes no entry above a third of its page (about 2,700 bytes, several columns together). So one of
 * more than {@value #LONGEST} bytes is known by its beginning and its SHA-256, in every database.
 */
public final class KeyText {

  /** Bytes in UTF-8. Three such, a ref and a few numbers make an entry. */
  static final int LONGEST = 512;

  private static final int HEAD = 256;

  private KeyText() {}

  /** The same for the same text, and for what was made by this; never more than the longest. */
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
