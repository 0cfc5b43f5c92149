package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;

/**
 * A fetched picture of a type that a browser does not execute.
 *
 * @param mime by its first bytes, whatever it was declared as
 */
@SuppressWarnings("ArrayRecordComponent") // Made, sent, and let go of.
record RemotePicture(String mime, byte[] bytes) {

  private static final int HEAD = 16;

  /** Empty when these bytes are no PNG, JPEG, GIF or WebP. */
  static Optional<RemotePicture> of(byte[] bytes) {
    String head = new String(bytes, 0, Math.min(HEAD, bytes.length), ISO_8859_1);
    return mime(head).map(mime -> new RemotePicture(mime, bytes));
  }

  private static Optional<String> mime(String head) {
    if (head.startsWith("\u0089PNG\r\n\u001a\n")) {
      return Optional.of("image/png");
    }
    if (head.startsWith("\u00ff\u00d8\u00ff")) {
      return Optional.of("image/jpeg");
    }
    if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) {
      return Optional.of("image/gif");
    }
    return head.startsWith("RIFF") && head.startsWith("WEBP", 8)
        ? Optional.of("image/webp")
        : Optional.empty();
  }
}
