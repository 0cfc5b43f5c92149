package org.messgateway.adapter.slack;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Inbound.CallbackRequest;
import org.messgateway.api.Secret;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks that a call is from Slack, recent, and not a repetition.
 *
 * <p>Source: Slack's guide on verifying requests: {@code v0=} and the HMAC-SHA256, in hexadecimal,
 * of {@code v0:<timestamp>:<body>} over the received bytes. A timestamp more than 5 minutes off is
 * refused.
 */
final class SlackSignatures {

  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  /**
   * The number of remembered signatures. The listener recognises repetitions beyond it by their
   * ids.
   */
  private static final int MOST_REMEMBERED = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(SlackSignatures.class);

  private final Secret secret;
  private final InstantSource clock;
  private final Map<String, Instant> used =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
          return size() > MOST_REMEMBERED
              || eldest.getValue().isBefore(clock.instant().minus(TOLERANCE.multipliedBy(2)));
        }
      };

  private @Nullable Instant complained;

  SlackSignatures(Secret secret, InstantSource clock) {
    this.secret = secret;
    this.clock = clock;
  }

  /**
   * Checks and uses up the signature of a call; empty when the call is not authentic or a
   * repetition.
   */
  Optional<String> use(CallbackRequest call) {
    String timestamp = header(call, "x-slack-request-timestamp");
    String signature = header(call, "x-slack-signature");
    byte[] expected = expected(timestamp, call.body()).getBytes(StandardCharsets.UTF_8);
    boolean genuine = MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8));
    return genuine && isNow(timestamp) && first(signature)
        ? Optional.of(signature)
        : Optional.empty();
  }

  /** Allows a call whose event was not accepted to come again unchanged. */
  synchronized void release(String signature) {
    used.remove(signature);
  }

  /** Slack signs calls of now, so an old one is a repetition, or our clock is off. */
  private synchronized void complain(Instant signed, Instant now) {
    if (!signed.equals(complained)) {
      complained = signed;
      LOG.warn(
          "A call was signed by Slack at {} and is refused, since this machine's clock shows {}."
              + " Unless somebody repeats old calls, set the clock: no button works until then.",
          signed,
          now);
    }
  }

  private synchronized boolean first(String signature) {
    return used.putIfAbsent(signature, clock.instant()) == null;
  }

  private boolean isNow(String timestamp) {
    try {
      Instant then = Instant.ofEpochSecond(Long.parseLong(timestamp));
      Instant now = clock.instant();
      boolean recent = Duration.between(then, now).abs().compareTo(TOLERANCE) <= 0;
      if (!recent) {
        complain(then, now);
      }
      return recent;
    } catch (RuntimeException noTime) {
      return false;
    }
  }

  private String expected(String timestamp, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.reveal().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update(("v0:" + timestamp + ":").getBytes(StandardCharsets.UTF_8));
      return "v0=" + HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String header(CallbackRequest call, String name) {
    List<String> values = call.headers().getOrDefault(name, List.of());
    return values.size() == 1 ? values.getFirst() : "";
  }
}
