package org.messgateway.adapter.slack;

import static org.messgateway.api.SettingDescription.optional;
import static org.messgateway.api.SettingDescription.required;
import static org.messgateway.api.SettingDescription.withDefault;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
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

/** Makes adapters for Slack workspaces, one per bot token. */
public final class SlackProvider implements AdapterProvider {

  /**
   * Slack documents one message per second and conversation; several hundred per minute and
   * workspace are known to work.
   */
  private static final ChannelLimits LIMITS =
      new ChannelLimits(1, Rate.perSecond(1), Rate.perSecond(5));

  private static final AdapterDescription DESCRIPTION =
      new AdapterDescription(
          "slack",
          "Slack messages with buttons",
          Audience.PEOPLE,
          List.of(
              required(
                  SlackSettings.BOT_TOKEN,
                  SettingKind.SECRET,
                  "Bot User OAuth Token (xoxb-…) from OAuth & Permissions of your Slack app; needs"
                      + " the scope chat:write."),
              optional(
                  SlackSettings.SIGNING_SECRET,
                  SettingKind.SECRET,
                  "Signing Secret from Basic Information of your Slack app; for buttons and replies"
                      + " by a public Request URL instead of Socket Mode."),
              optional(
                  SlackSettings.APP_TOKEN,
                  SettingKind.SECRET,
                  "App-level token (xapp-…) with connections:write, for Socket Mode: buttons and"
                      + " replies without a public address."),
              withDefault(
                  SlackSettings.BASE_URL,
                  SettingKind.URL,
                  SlackSettings.SLACK,
                  "Where Slack is; /api/ and the method's name are added.")),
          "U04ABCDEF12",
          "channel",
          List.of(),
          LIMITS);

  @Override
  public AdapterDescription describe() {
    return DESCRIPTION;
  }

  @Override
  public List<SettingProblem> check(Settings settings) {
    return SlackSettings.problems(settings);
  }

  @Override
  public Optional<String> checkAddress(Address address) {
    return SlackAddress.problem(address);
  }

  @Override
  public Optional<String> preview(Notification notification, Instant now) {
    return Optional.of(SlackMessage.of(notification, now).preview());
  }

  @Override
  public Adapter create(Settings settings, AdapterServices services) {
    return SlackAdapter.create(SlackSettings.of(settings), services);
  }
}
