package org.messgateway.adapter.sms;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.messgateway.api.Inbound.CallbackRequest;
import org.messgateway.api.Secret;

/**
 * Authenticates Twilio's calls: {@code X-Twilio-Signature} is the HMAC-SHA1, with the account's
 * auth token, of the URL followed by all posted fields in the order of their names.
 *
 * <p>Source: Twilio, "Validating requests". An API key never signs.
 */
record TwilioSignature(Secret authToken) {

  private static final String HEADER = "x-twilio-signature";
  private static final String ALGORITHM = "HmacSHA1";

  /** Forms of the fields that say which message it is and whose, beside its sender. */
  private static final Map<String, Pattern> FORMS =
      Map.of(
          "AccountSid",
          Pattern.compile("AC[0-9a-fA-F]{32}"),
          InboundSms.SID,
          Pattern.compile(InboundSms.SID_FORM),
          "SmsSid",
          Pattern.compile(InboundSms.SID_FORM),
          "SmsMessageSid",
          Pattern.compile(InboundSms.SID_FORM),
          InboundSms.FILES,
          Pattern.compile("[0-9]{1,2}"));

  private static final String NUMBER = "(?:[a-z]{1,20}:)?\\+?[0-9]{3,20}";

  /** The form of a person who writes. */
  private static final Pattern FROM_PERSON = Pattern.compile(NUMBER);

  /** The form of the account's own sender, which a status repeats: a number or a name. */
  private static final Pattern FROM_ACCOUNT = Pattern.compile(NUMBER + "|[A-Za-z0-9 &+_-]{1,11}");

  private static final Pattern NAME = Pattern.compile("[A-Z][A-Za-z]{0,39}[0-9]{0,2}");
  private static final Pattern NAMED_SID =
      Pattern.compile(InboundSms.SID + "(" + InboundSms.SID_FORM + ")");

  /** Whether Twilio made this call, in constant time. */
  boolean genuine(CallbackRequest call, PostedForm form) {
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

  /**
   * Whether the signed text is one message's only. Twilio joins names and values without a
   * separator, so the same signature fits other forms, which are cut at other places; none of them
   * may name another message.
   *
   * @param form of a genuine call
   */
  static boolean unambiguous(PostedForm form) {
    Pattern from = StatusCallbacks.isStatus(form) ? FROM_ACCOUNT : FROM_PERSON;
    boolean wellFormed =
        form.fields().entrySet().stream()
            .allMatch(field ->
                NAME.matcher(field.getKey()).matches()
                    && field.getValue().size() == 1
                    && hasForm(field.getKey(), field.getValue().getFirst(), from));
    return wellFormed
        && NAMED_SID.matcher(joined(form)).results().map(sid -> sid.group(1)).distinct().count()
            == 1;
  }

  private static boolean hasForm(String name, String value, Pattern from) {
    Pattern form = name.equals(InboundSms.FROM) ? from : FORMS.get(name);
    return form == null || form.matcher(value).matches();
  }

  private static String joined(PostedForm form) {
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
