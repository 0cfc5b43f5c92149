package org.messgateway.gateway.exchange.format;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Data URIs: {@code data:<mime>;base64,<data>}. Source: protocol §2.3, RFC 2397. */
public final class DataUri {

  private static final String START = "data:";
  private static final String DEFAULT_MIME = "application/octet-stream";
  private static final String BASE64 = ";base64";

  /** Longest header in characters. */
  private static final int LONGEST_HEADER = 512;

  private DataUri() {}

  public static boolean isOne(String text) {
    return text.startsWith(START) && comma(text) > 0;
  }

  /** Media type without parameters; {@code application/octet-stream} when none is given. */
  public static String mime(String uri) {
    String header = header(uri);
    int end = header.indexOf(';');
    String mime = (end < 0 ? header : header.substring(0, end)).strip();
    return mime.indexOf('/') > 0 ? mime : DEFAULT_MIME;
  }

  /** Number of decoded bytes, computed from the length; exact for base64 without line breaks. */
  public static long size(String uri) {
    long data = uri.length() - comma(uri) - 1L;
    if (!header(uri).endsWith(BASE64)) {
      return data;
    }
    long padding = uri.endsWith("==") ? 2 : uri.endsWith("=") ? 1 : 0;
    return data / 4 * 3 + Math.max(0, data % 4 - 1) - padding;
  }

  /**
   * The decoded bytes.
   *
   * @throws IllegalArgumentException when the data cannot be decoded
   */
  public static byte[] decode(String uri) {
    String data = uri.substring(comma(uri) + 1);
    return header(uri).endsWith(BASE64)
        ? Base64.getMimeDecoder().decode(data)
        : URLDecoder.decode(data.replace("+", "%2B"), StandardCharsets.UTF_8)
            .getBytes(StandardCharsets.UTF_8);
  }

  /** Some writers put bare base64 where a data URI belongs. */
  public static String complete(String data, @Nullable String mime) {
    return data.startsWith(START)
        ? data
        : START + (mime == null ? DEFAULT_MIME : mime) + BASE64 + "," + data;
  }

  private static String header(String uri) {
    return uri.substring(START.length(), comma(uri)).strip();
  }

  private static int comma(String uri) {
    int limit = Math.min(uri.length(), LONGEST_HEADER);
    return uri.substring(0, limit).indexOf(',');
  }
}
