package org.messgateway.gateway.flow;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs as the vendors do, from their guides and with nothing of ours; {@link CallbackScriptsIT}
 * holds it against the examples that they print.
 */
final class Signer {

  private Signer() {}

  /** {@code X-Slack-Signature}. */
  static String slack(String secret, long timestamp, String body) {
    byte[] mac = mac("HmacSHA256", secret, "v0:" + timestamp + ":" + body);
    return "v0=" + HexFormat.of().formatHex(mac);
  }

  /** {@code X-Twilio-Signature}. */
  static String twilio(String token, String url, Map<String, String> form) {
    String fields =
        new TreeMap<>(form)
            .entrySet().stream()
                .map(field -> field.getKey() + field.getValue())
                .collect(Collectors.joining());
    return Base64.getEncoder().encodeToString(mac("HmacSHA1", token, url + fields));
  }

  /** As a browser and Twilio post it. */
  static String encoded(Map<String, String> form) {
    return form.entrySet().stream()
        .map(field ->
            URLEncoder.encode(field.getKey(), UTF_8)
                + "="
                + URLEncoder.encode(field.getValue(), UTF_8))
        .collect(Collectors.joining("&"));
  }

  private static byte[] mac(String algorithm, String key, String text) {
    try {
      Mac mac = Mac.getInstance(algorithm);
      mac.init(new SecretKeySpec(key.getBytes(UTF_8), algorithm));
      return mac.doFinal(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every Java has " + algorithm, e);
    }
  }
}
