package org.messgateway.adapter.sms;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.messgateway.api.Inbound.Call;
import org.messgateway.api.Secret;

/**
 * Tells Twilio's calls from others: {@code X-Twilio-Signature} is the HMAC-SHA1, by the account's
 * auth token, of the URL with all posted fields behind it in the order of their names.
 *
 * <p>Source: Twilio, "Validating requests". A key never signs.
 */
record Signature(Secret authToken) {

  private static final String HEADER = "x-twilio-signature";
  private static final String ALGORITHM = "HmacSHA1";

  /** Whether Twilio made this call. Takes as long for a wrong signature as for a right one. */
  boolean genuine(Call call, Form form) {
    List<String> given = call.headers().getOrDefault(HEADER, List.of());
    if (given.size() != 1) {
      return false;
    }
    byte[] signature = given.getFirst().getBytes(UTF_8);
    String fields = call.method().equals("GET") ? "" : joined(form);
    boolean genuine = false;
    // Twilio signs now with the port, now without.
    for (String url : List.of(call.url().toString(), withPort(call.url()), noPort(call.url()))) {
      genuine |= MessageDigest.isEqual(of(url + fields), signature);
    }
    return genuine;
  }

  private static String joined(Form form) {
    StringBuilder joined = new StringBuilder();
    form.fields()
        // A field that comes twice with the same value is signed once.
        .forEach((name, values) ->
            new TreeSet<>(values).forEach(value -> joined.append(name).append(value)));
    return joined.toString();
  }

  private byte[] of(String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(authToken.reveal().getBytes(UTF_8), ALGORITHM));
      return Base64.getEncoder().encode(mac.doFinal(text.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA1", e);
    }
  }

  private static String withPort(URI url) {
    return url.getPort() >= 0 ? url.toString() : rebuilt(url, ":" + usualPort(url));
  }

  private static String noPort(URI url) {
    return rebuilt(url, url.getPort() == usualPort(url) ? "" : port(url));
  }

  private static String port(URI url) {
    return url.getPort() < 0 ? "" : ":" + url.getPort();
  }

  private static int usualPort(URI url) {
    return "http".equals(String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT)) ? 80 : 443;
  }

  private static String rebuilt(URI url, String port) {
    String path = url.getRawPath() == null ? "" : url.getRawPath();
    String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
    return url.getScheme() + "://" + url.getHost() + port + path + query;
  }
}
