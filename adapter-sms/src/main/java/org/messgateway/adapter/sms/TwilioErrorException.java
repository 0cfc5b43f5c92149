package org.messgateway.adapter.sms;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A refusal by Twilio, passed through Twilio's client without the answer's text. */
final class TwilioErrorException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private static final JsonMapper JSON = new JsonMapper();

  private final int status;
  private final @Nullable Integer code;
  private final @Nullable String retryAfter;

  private TwilioErrorException(int status, @Nullable Integer code, @Nullable String retryAfter) {
    super("Twilio answered " + status);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }

  static TwilioErrorException of(int status, @Nullable String retryAfter, String body) {
    return new TwilioErrorException(status, code(body), retryAfter);
  }

  int status() {
    return status;
  }

  /** Twilio's error code; null when the answer was not Twilio's. */
  @Nullable Integer code() {
    return code;
  }

  @Nullable String retryAfter() {
    return retryAfter;
  }

  private static @Nullable Integer code(String body) {
    try {
      JsonNode code = JSON.readTree(body).path("code");
      return code.canConvertToInt() ? code.intValue() : null;
    } catch (JsonProcessingException notTwilio) {
      // A proxy's page: then the status is all there is.
      return null;
    }
  }
}
