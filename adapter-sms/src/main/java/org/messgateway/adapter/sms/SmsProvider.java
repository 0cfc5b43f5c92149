package org.messgateway.adapter.sms;

import static org.messgateway.api.SettingDescription.optional;
import static org.messgateway.api.SettingDescription.required;
import static org.messgateway.api.SettingDescription.withDefault;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.Notification;
import org.messgateway.api.Rate;
import org.messgateway.api.SettingDescription.SettingKind;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;
import org.messgateway.api.SetupGuide;

/** Makes adapters for text messages through Twilio, one per account and sender. */
public final class SmsProvider implements AdapterProvider {

  /** ITU-T E.164: a plus and at most 15 digits; shorter numbers than 7 digits are not in use. */
  static final Pattern E164 = Pattern.compile("\\+[1-9][0-9]{6,14}");

  /** The rate of a long number in the United States; Twilio queues the excess for hours. */
  private static final ChannelLimits LIMITS =
      new ChannelLimits(1, Rate.perSecond(1), Rate.perSecond(1));

  private static final AdapterDescription DESCRIPTION =
      new AdapterDescription(
          "sms",
          "Text messages by Twilio",
          Audience.PEOPLE,
          List.of(
              required(
                  SmsSettings.ACCOUNT_SID,
                  SettingKind.TEXT,
                  "Account SID from the Twilio console: AC and 32 hexadecimal digits."),
              optional(
                  SmsSettings.AUTH_TOKEN,
                  SettingKind.SECRET,
                  "Auth token from the Twilio console; needed unless an API key is given."),
              optional(
                  SmsSettings.API_KEY_SID,
                  SettingKind.TEXT,
                  "SID of an API key (SK…) to use instead of the auth token."),
              optional(SmsSettings.API_KEY_SECRET, SettingKind.SECRET, "Secret of that API key."),
              optional(
                  SmsSettings.FROM,
                  SettingKind.TEXT,
                  "Sender: a number of the account like +14155550100, a short code or a sender"
                      + " name."),
              optional(
                  SmsSettings.MESSAGING_SERVICE_SID,
                  SettingKind.TEXT,
                  "Messaging service (MG…) to send from, instead of from."),
              withDefault(
                  SmsSettings.INBOUND,
                  SettingKind.TEXT,
                  "auto",
                  "How answers come in: callback (Twilio brings them), poll (they are asked for),"
                      + " auto (what works) or off."),
              withDefault(
                  SmsSettings.BASE_URL,
                  SettingKind.URL,
                  SmsSettings.TWILIO,
                  "Where Twilio's API is; a path in front of /2010-04-01 is kept.")),
          "+14155550123",
          "number",
          List.of(),
          LIMITS,
          true);

  @Override
  public AdapterDescription describe() {
    return DESCRIPTION;
  }

  @Override
  public Optional<SetupGuide> guide() {
    return Optional.of(
        new SetupGuide(
            "text messages (SMS)",
            "any phone, nothing to install; Twilio charges you for each text",
            List.of(
                "At https://console.twilio.com copy Account SID and Auth Token of the first page.",
                "The number that texts come from stands under Phone Numbers, Active numbers; buy"
                    + " one with SMS if there is none.",
                "A trial account texts only the numbers under Phone Numbers, Verified Caller IDs."),
            "",
            "TWILIO",
            List.of(SmsSettings.ACCOUNT_SID, SmsSettings.AUTH_TOKEN, SmsSettings.FROM),
            "Their telephone number with + and the country's code, like +14155550123",
            List.of(
                "A trial account reaches verified numbers only: add this one in the Twilio console"
                    + " under Phone Numbers, Verified Caller IDs.",
                "The carrier drops texts of a number that is not registered (in the USA: A2P"
                    + " 10DLC); the console's Monitor, Logs, Messaging says so.",
                "The number is a landline, or has a digit too many.")));
  }

  @Override
  public List<SettingProblem> check(Settings settings) {
    return SmsSettings.problems(settings);
  }

  @Override
  public Optional<String> checkAddress(Address address) {
    return E164.matcher(address.value()).matches()
        ? Optional.empty()
        : Optional.of(
            "is no telephone number in international form: expected a plus, the country's code and"
                + " the number, digits only, in quotes, like \"+14155550123\"");
  }

  @Override
  public Optional<String> preview(Notification notification, Instant now) {
    String text = SmsText.of(notification, now);
    return Optional.of(text + "\n(" + SmsSegments.of(text).count() + " SMS)");
  }

  @Override
  public Adapter create(Settings settings, AdapterServices services) {
    return SmsAdapter.create(SmsSettings.of(settings), services);
  }
}
