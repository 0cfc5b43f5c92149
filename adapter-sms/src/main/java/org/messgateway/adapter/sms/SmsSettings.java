package org.messgateway.adapter.sms;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;

/**
 * The adapter's settings.
 *
 * @param user account SID or API key SID
 * @param password the auth token or the key's secret
 * @param signing the auth token, with which Twilio signs its calls; null when only a key is known
 * @param sender a number, a short code, a name, or the SID of a messaging service
 * @param service whether {@code sender} is a messaging service
 * @param inbound the transport of people's messages
 */
record SmsSettings(
    String accountSid,
    String user,
    Secret password,
    @Nullable Secret signing,
    String sender,
    boolean service,
    InboundMode inbound,
    URI baseUrl) {

  /** The transport of people's messages. */
  enum InboundMode {
    /** Callbacks where they are possible; polls where they are not, or do not arrive. */
    AUTO,
    /** Callbacks only. */
    CALLBACK,
    /** Polls only. */
    POLL,
    /** None. */
    OFF
  }

  static final String ACCOUNT_SID = "account_sid";
  static final String AUTH_TOKEN = "auth_token";
  static final String API_KEY_SID = "api_key_sid";
  static final String API_KEY_SECRET = "api_key_secret";
  static final String FROM = "from";
  static final String MESSAGING_SERVICE_SID = "messaging_service_sid";
  static final String BASE_URL = "base_url";
  static final String INBOUND = "inbound";
  static final String TWILIO = "https://api.twilio.com";

  private static final Pattern ACCOUNT = Pattern.compile("AC[0-9a-fA-F]{32}");
  private static final Pattern KEY = Pattern.compile("SK[0-9a-fA-F]{32}");
  private static final Pattern SERVICE = Pattern.compile("MG[0-9a-fA-F]{32}");

  private static final Pattern NUMBER = Pattern.compile("\\+?[0-9]{3,15}");

  /** A number, a short code, or a name of up to eleven characters with a letter in it. */
  private static final Pattern SENDER =
      Pattern.compile("\\+[1-9][0-9]{6,14}|[0-9]{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 &+_-]{1,11}");

  static SmsSettings of(Settings settings) {
    boolean key = settings.has(API_KEY_SID);
    boolean service = settings.has(MESSAGING_SERVICE_SID);
    return new SmsSettings(
        text(settings, ACCOUNT_SID),
        text(settings, key ? API_KEY_SID : ACCOUNT_SID),
        settings
            .secret(key ? API_KEY_SECRET : AUTH_TOKEN)
            .orElseThrow(() -> new IllegalArgumentException(AUTH_TOKEN)),
        settings.secret(AUTH_TOKEN).orElse(null),
        text(settings, service ? MESSAGING_SERVICE_SID : FROM),
        service,
        inlet(settings).orElse(InboundMode.AUTO),
        settings.url(BASE_URL).orElse(URI.create(TWILIO)));
  }

  private static Optional<InboundMode> inlet(Settings settings) {
    String word = settings.text(INBOUND).orElse("auto");
    return Arrays.stream(InboundMode.values())
        .filter(inboundMode -> inboundMode.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst();
  }

  /** Whether people can write to the sender; nobody can write to a name. */
  boolean canReceive() {
    return service || NUMBER.matcher(sender).matches();
  }

  private static String text(Settings settings, String name) {
    return settings.text(name).orElseThrow(() -> new IllegalArgumentException(name));
  }

  static List<SettingProblem> problems(Settings settings) {
    List<SettingProblem> problems = new ArrayList<>();
    form(settings, ACCOUNT_SID, ACCOUNT, "must be AC and 32 hexadecimal digits", problems);
    form(settings, API_KEY_SID, KEY, "must be SK and 32 hexadecimal digits", problems);
    form(
        settings, MESSAGING_SERVICE_SID, SERVICE, "must be MG and 32 hexadecimal digits", problems);
    form(
        settings,
        FROM,
        SENDER,
        "must be a number like \"+14155550100\", a short code, or a name of at most 11 letters and"
            + " digits",
        problems);
    if (inlet(settings).isEmpty()) {
      problems.add(new SettingProblem(INBOUND, "must be auto, callback, poll or off"));
    }
    credential(settings, problems);
    sender(settings, problems);
    settings
        .url(BASE_URL)
        .filter(url -> url.getRawQuery() != null || url.getRawFragment() != null)
        .ifPresent(
            url -> problems.add(new SettingProblem(BASE_URL, "must end with host, port or path")));
    return problems;
  }

  private static void credential(Settings settings, List<SettingProblem> problems) {
    if (settings.has(API_KEY_SID) != settings.has(API_KEY_SECRET)) {
      String missing = settings.has(API_KEY_SID) ? API_KEY_SECRET : API_KEY_SID;
      problems.add(
          new SettingProblem(missing, "is missing: api_key_sid and api_key_secret go together"));
    } else if (!settings.has(AUTH_TOKEN) && !settings.has(API_KEY_SID)) {
      problems.add(
          new SettingProblem(
              AUTH_TOKEN, "is missing: copy it from the Twilio console, or use an API key"));
    }
  }

  private static void sender(Settings settings, List<SettingProblem> problems) {
    boolean from = settings.has(FROM);
    if (from && settings.has(MESSAGING_SERVICE_SID)) {
      problems.add(
          new SettingProblem(FROM, "cannot stand beside messaging_service_sid: leave one out"));
    } else if (!from && !settings.has(MESSAGING_SERVICE_SID)) {
      problems.add(
          new SettingProblem(
              FROM, "is missing: set it to a number of the account, or set messaging_service_sid"));
    }
  }

  private static void form(
      Settings settings,
      String name,
      Pattern pattern,
      String right,
      List<SettingProblem> problems) {
    settings
        .text(name)
        .filter(value -> !pattern.matcher(value).matches())
        .ifPresent(value -> problems.add(new SettingProblem(name, right)));
  }
}
