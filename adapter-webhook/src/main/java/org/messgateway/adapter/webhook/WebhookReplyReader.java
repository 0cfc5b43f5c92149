package org.messgateway.adapter.webhook;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import okhttp3.MediaType;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.ServiceReply;

/**
 * Reads the body of a 2xx answer within limits of time and size. The delivery is settled already,
 * so no error here is a failure.
 */
final class WebhookReplyReader {

  /** The limit of a body in bytes. */
  static final int MOST = 128 * 1024;

  private static final Duration LONGEST = Duration.ofSeconds(5);

  private WebhookReplyReader() {}

  /**
   * The body; empty when there is none or its media type excludes a message.
   *
   * @param left the rest of the attempt's time limit
   */
  static Optional<ServiceReply> read(Response response, Duration left) {
    if (response.body().contentLength() == 0) {
      return Optional.empty();
    }
    MediaType type = response.body().contentType();
    // Read in any case: a body that was read to its end leaves a connection that can be used again.
    Buffer read = new Buffer();
    boolean complete = readInto(read, response.body().source(), shorter(left));
    byte[] body = read.readByteArray();
    return !mayBeAMessage(type) || isBlank(body)
        ? Optional.empty()
        : Optional.of(new ServiceReply(type == null ? "" : type.toString(), body, complete));
  }

  private static Duration shorter(Duration left) {
    return left.compareTo(LONGEST) < 0 ? left : LONGEST;
  }

  /** Reads the body; whether it was complete. */
  private static boolean readInto(Buffer read, BufferedSource source, Duration time) {
    if (!time.isPositive()) {
      return false;
    }
    source.timeout().deadline(time.toNanos(), TimeUnit.NANOSECONDS);
    try {
      while (read.size() < MOST) {
        if (source.read(read, MOST - read.size()) < 0) {
          return true;
        }
      }
      return source.exhausted();
    } catch (IOException cutOff) {
      // Too slow, too long or broken off: what has come so far is kept and marked as cut.
      return false;
    }
  }

  /**
   * Whether a media type permits a message. Small machines send none; HTML pages and pictures are
   * excluded.
   */
  private static boolean mayBeAMessage(@Nullable MediaType type) {
    if (type == null) {
      return true;
    }
    String subtype = type.subtype().toLowerCase(Locale.ROOT);
    boolean text = type.type().equals("text") && !subtype.equals("html");
    return text || subtype.contains("yaml") || subtype.contains("json");
  }

  private static boolean isBlank(byte[] body) {
    for (byte each : body) {
      if (each != ' ' && each != '\n' && each != '\r' && each != '\t') {
        return false;
      }
    }
    return true;
  }
}
