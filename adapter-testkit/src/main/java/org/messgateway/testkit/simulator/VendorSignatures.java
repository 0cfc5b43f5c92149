package org.messgateway.testkit.simulator;

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
 * Signatures of callbacks, made from the vendors' guides and not with the code of the adapters that
 * check them.
 */
public final class VendorSignatures {

  private VendorSignatures() {}

  /**
   * {@code X-Slack-Signature}.
   *
   * @param timestamp seconds since 1970, as in {@code X-Slack-Request-Timestamp}
   */
  public static String slack(String secret, String timestamp, String body) {
    byte[] mac = mac("HmacSHA256", secret, "v0:" + timestamp + ":" + body);
    return "v0=" + HexFormat.of().formatHex(mac);
  }

  /** {@code X-Twilio-Signature}. */
  public static String twilio(String token, String url, Map<String, String> form) {
    String fields =
        new TreeMap<>(form)
            .entrySet().stream()
                .map(field -> field.getKey() + field.getValue())
                .collect(Collectors.joining());
    return twilio(token, url + fields);
  }

  /**
   * {@code X-Twilio-Signature} of a text that was put together already.
   *
   * @param signed the URL, and behind it the fields in the order of their names
   */
  public static String twilio(String token, String signed) {
    return Base64.getEncoder().encodeToString(mac("HmacSHA1", token, signed));
  }

  /** The body in which a form is posted. */
  public static String encoded(Map<String, String> form) {
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
