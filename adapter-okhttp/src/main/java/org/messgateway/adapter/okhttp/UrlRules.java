package org.messgateway.adapter.okhttp;

import java.util.Optional;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;

/** What a URL must be to be the address of a machine. */
public final class UrlRules {

  private static final Pattern UNFIT = Pattern.compile(".*[\\s\\p{Cntrl}].*", Pattern.DOTALL);
  private static final Pattern SCHEME = Pattern.compile("(?i)https?://.*", Pattern.DOTALL);
  private static final String OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
  private static final Pattern FOUR_NUMBERS = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");
  private static final Pattern ENDS_IN_A_NUMBER =
      Pattern.compile("(.*\\.)?(\\d+|0[xX][0-9a-fA-F]*)\\.?");

  private UrlRules() {}

  /** The problem of a URL, without the URL, which may hold a token; empty when it is usable. */
  public static Optional<String> problem(String value) {
    if (UNFIT.matcher(value).matches() || !SCHEME.matcher(value).matches()) {
      return Optional.of("a URL that starts with http:// or https:// is wanted");
    }
    HttpUrl url = HttpUrl.parse(value);
    if (url == null) {
      return Optional.of("this is no URL: check the host and the port");
    }
    if (!url.username().isEmpty() || !url.password().isEmpty()) {
      return Optional.of(
          "a name or password in a URL ends up in logs: put them into headers: {Authorization: …}");
    }
    if (url.encodedFragment() != null) {
      return Optional.of("the part after # is never sent: leave it out");
    }
    return oddNumber(url.host())
        ? Optional.of("the address of the host is spelled oddly: write four numbers (127.0.0.1)")
        : Optional.empty();
  }

  /**
   * Whether a host is an IP address in an unusual spelling: {@code 127.1}, {@code 2130706433},
   * {@code 0x7f.1}.
   */
  private static boolean oddNumber(String host) {
    return ENDS_IN_A_NUMBER.matcher(host).matches() && !FOUR_NUMBERS.matcher(host).matches();
  }
}
