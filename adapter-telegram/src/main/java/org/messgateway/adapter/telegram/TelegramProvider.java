package org.messgateway.adapter.telegram;

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

/** Makes adapters for Telegram, one per bot. */
public final class TelegramProvider implements AdapterProvider {

  /** A user, a group ({@code -…}), a supergroup or channel ({@code -100…}), or a public channel. */
  private static final Pattern CHAT =
      Pattern.compile("-?[1-9][0-9]{0,15}|@[A-Za-z][A-Za-z0-9_]{3,31}");

  /**
   * One message per second and chat, 30 per second in all: Bots FAQ, "My bot is hitting limits".
   */
  private static final ChannelLimits LIMITS =
      new ChannelLimits(1, Rate.perSecond(1), Rate.perSecond(30));

  private static final AdapterDescription DESCRIPTION =
      new AdapterDescription(
          "telegram",
          "Telegram messages with buttons",
          Audience.PEOPLE,
          List.of(
              required(
                  TelegramSettings.BOT_TOKEN,
                  SettingKind.SECRET,
                  "Token that @BotFather gave for the bot, like 123456789:AA…."),
              withDefault(
                  TelegramSettings.BASE_URL,
                  SettingKind.URL,
                  TelegramSettings.TELEGRAM,
                  "Bot API server; a path in front of /bot… is kept."),
              withDefault(
                  TelegramSettings.WEBHOOK,
                  SettingKind.BOOLEAN,
                  "false",
                  "Whether Telegram calls us at client_url; otherwise we ask Telegram, which needs"
                      + " no public URL."),
              optional(
                  TelegramSettings.SECRET_TOKEN,
                  SettingKind.SECRET,
                  "What Telegram's calls prove themselves with; left out, one is made from the"
                      + " token.")),
          "123456789",
          "chat",
          List.of(),
          LIMITS);

  @Override
  public AdapterDescription describe() {
    return DESCRIPTION;
  }

  @Override
  public Optional<SetupGuide> guide() {
    return Optional.of(
        new SetupGuide(
            "Telegram",
            "free; the app on their phone, and a bot that you make now in a minute",
            List.of(
                "In Telegram open a chat with @BotFather (https://t.me/BotFather) and send"
                    + " /newbot.",
                "It asks for a name (anything) and for a user name (must end with bot).",
                "Its answer holds a token, like 123456789:AAE… : copy it."),
            "",
            "",
            List.of(TelegramSettings.BOT_TOKEN),
            "",
            List.of(
                "The chat with the bot is muted or archived in Telegram.",
                "Start was pressed with another account, or on another phone.",
                "The phone is set to do not disturb, or shows no notifications of Telegram.")));
  }

  @Override
  public List<SettingProblem> check(Settings settings) {
    return TelegramSettings.problems(settings);
  }

  @Override
  public Optional<String> checkAddress(Address address) {
    return CHAT.matcher(address.value()).matches()
        ? Optional.empty()
        : Optional.of(
            "is no Telegram chat: expected the numeric id of a chat (123456789, a group's starts"
                + " with -) or @channelname of a public channel; a person's @name does not work");
  }

  @Override
  public Optional<String> preview(Notification notification, Instant now) {
    return Optional.of(TelegramMessage.of(notification, now).preview());
  }

  @Override
  public Adapter create(Settings settings, AdapterServices services) {
    return TelegramAdapter.create(TelegramSettings.of(settings), services);
  }
}
