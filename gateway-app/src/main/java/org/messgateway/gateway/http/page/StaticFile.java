package org.messgateway.gateway.http.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * A file that is the same for everybody, compressed once. Browsers may keep it, and ask each time
 * whether it is still the same. Immutable.
 *
 * @param tag quoted, of the content whatever its encoding
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
record StaticFile(String type, byte[] plain, byte[] gzip, String tag) {

  static StaticFile of(String type, String text) {
    byte[] plain = text.getBytes(UTF_8);
    return new StaticFile(type, plain, gzip(plain), "W/\"" + RespondPage.hash(text) + "\"");
  }

  private static byte[] gzip(byte[] plain) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(plain.length / 3);
    try (SmallestGzip out = new SmallestGzip(bytes)) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static final class SmallestGzip extends GZIPOutputStream {
    SmallestGzip(ByteArrayOutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_COMPRESSION);
    }
  }

  /** Sends it, or that the caller's copy is current. */
  void send(ServerRequest request, ServerResponse response) {
    response
        .header(HeaderNames.CACHE_CONTROL, "no-cache")
        .header(HeaderNames.ETAG, tag)
        .header(HeaderNames.VARY, "Accept, Accept-Encoding");
    if (request.headers().first(HeaderNames.IF_NONE_MATCH).orElse("").contains(tag)) {
      response.status(Status.NOT_MODIFIED_304).send();
      return;
    }
    response.header(HeaderNames.CONTENT_TYPE, type);
    if (request.headers().first(HeaderNames.ACCEPT_ENCODING).orElse("").contains("gzip")) {
      response.header(HeaderNames.CONTENT_ENCODING, "gzip").send(gzip);
    } else {
      response.send(plain);
    }
  }
}
