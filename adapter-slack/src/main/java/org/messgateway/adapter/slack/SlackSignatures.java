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
import org.messgateway.api.Inbound.Call;
import org.messgateway.api.Secret;

/**
 * Whether a call was made by Slack, just now and for the first time.
 *
 * <p>Source: Slack's guide on verifying requests: {@code v0=} and the HMAC-SHA256, in hexadecimal,
 * of {@code v0:<timestamp>:<body>}, over the bytes as they came. A time five minutes off either way
 * is refused.
 */
final class SlackSignatures {

  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  /** More genuine calls in ten minutes than that are not remembered; the ear still knows them. */
  private static final int MOST_REMEMBERED = 10_000;

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

  SlackSignatures(Secret secret, InstantSource clock) {
    this.secret = secret;
    this.clock = clock;
  }

  /** The signature of a genuine call, used up by this; empty when there is no such. */
  Optional<String> use(Call call) {
    String timestamp = header(call, "x-slack-request-timestamp");
    String signature = header(call, "x-slack-signature");
    byte[] expected = expected(timestamp, call.body()).getBytes(StandardCharsets.UTF_8);
    boolean genuine =
        MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8))
            && isNow(timestamp);
    return genuine && first(signature) ? Optional.of(signature) : Optional.empty();
  }

  /** The call was not taken: it may come again as it is. */
  synchronized void giveBack(String signature) {
    used.remove(signature);
  }

  private synchronized boolean first(String signature) {
    return used.putIfAbsent(signature, clock.instant()) == null;
  }

  private boolean isNow(String timestamp) {
    try {
      Instant then = Instant.ofEpochSecond(Long.parseLong(timestamp));
      return Duration.between(then, clock.instant()).abs().compareTo(TOLERANCE) <= 0;
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

  private static String header(Call call, String name) {
    List<String> values = call.headers().getOrDefault(name, List.of());
    return values.size() == 1 ? values.getFirst() : "";
  }
}
