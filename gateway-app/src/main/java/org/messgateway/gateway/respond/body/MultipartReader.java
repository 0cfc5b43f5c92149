package org.messgateway.gateway.respond.body;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.messgateway.gateway.respond.body.BodyException.Reason;

/**
 * Reads {@code multipart/form-data} (RFC 7578) part by part, in a buffer of fixed size: files of
 * any length pass through it. For one thread.
 */
final class MultipartReader {

  private static final int LONGEST_BOUNDARY = 70;
  private static final int LONGEST_HEADERS = 8 << 10;

  private final DelimitedInput input;
  private boolean last;

  /**
   * @param boundary as the content type names it
   */
  MultipartReader(InputStream in, String boundary) {
    if (boundary.isEmpty() || boundary.length() > LONGEST_BOUNDARY) {
      throw malformed("the boundary must have 1 to 70 characters");
    }
    this.input = new DelimitedInput(in, ("\r\n--" + boundary).getBytes(US_ASCII));
  }

  /** The next part, once what is left of the one before was passed over; empty after the last. */
  Optional<Part> next() throws IOException {
    if (last) {
      return Optional.empty();
    }
    input.pass();
    last = afterDelimiter();
    return last ? Optional.empty() : Optional.of(part(headers()));
  }

  /** Whether the delimiter was the closing one. */
  private boolean afterDelimiter() throws IOException {
    int first = input.raw();
    while (first == ' ' || first == '\t') {
      first = input.raw();
    }
    int second = input.raw();
    if (first == '-' && second == '-') {
      return true;
    }
    if (first != '\r' || second != '\n') {
      throw malformed("a line with the boundary must end after it");
    }
    return false;
  }

  private Map<String, String> headers() throws IOException {
    Map<String, String> headers = new HashMap<>();
    int left = LONGEST_HEADERS;
    String line = line(left);
    while (!line.isEmpty()) {
      left -= line.length();
      int colon = line.indexOf(':');
      if (colon < 1) {
        throw malformed("a part's header has no colon");
      }
      String name = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
      headers.put(name, line.substring(colon + 1).strip());
      line = line(left);
    }
    return headers;
  }

  private String line(int longest) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = input.raw();
    while (next != '\r') {
      if (line.size() >= longest) {
        throw malformed("the headers of a part are too long");
      }
      line.write(next);
      next = input.raw();
    }
    if (input.raw() != '\n') {
      throw malformed("a part's header ends in a lone carriage return");
    }
    return line.toString(UTF_8);
  }

  private Part part(Map<String, String> headers) {
    HeaderFields disposition = HeaderFields.of(headers.getOrDefault("content-disposition", ""));
    String name =
        disposition
            .parameter("name")
            .filter(_ -> disposition.value().equals("form-data"))
            .orElseThrow(() -> malformed("a part has no Content-Disposition: form-data; name=…"));
    String mime =
        HeaderFields.of(headers.getOrDefault("content-type", "application/octet-stream")).value();
    input.begin();
    return new Part(name, disposition.parameter("filename"), mime, input);
  }

  static BodyException malformed(String what) {
    return new BodyException(Reason.MALFORMED, "This is no multipart/form-data: " + what + ".");
  }
}
