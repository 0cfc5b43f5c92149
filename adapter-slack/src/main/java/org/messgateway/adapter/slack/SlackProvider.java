package org.messgateway.adapter.slack;

import static org.messgateway.api.SettingDescription.optional;
import static org.messgateway.api.SettingDescription.required;
import static org.messgateway.api.SettingDescription.withDefault;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
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
import org.messgateway.api.SetupGuide;

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
  public Optional<SetupGuide> guide() {
    return Optional.of(
        new SetupGuide(
            "Slack",
            "where everybody is in one workspace already, and you may install apps there",
            List.of(
                "Open https://api.slack.com/apps, choose Create New App, From a manifest, and your"
                    + " workspace.",
                "Paste the text below in place of what stands there (tab YAML), then Next, Create.",
                "Choose Install App, Install to Workspace; copy the Bot User OAuth Token (xoxb-…).",
                "Choose Basic Information, App-Level Tokens, Generate, add the scope"
                    + " connections:write, and copy that token, too (xapp-…): it makes the buttons"
                    + " work."),
            manifest(),
            "",
            List.of(SlackSettings.BOT_TOKEN, SlackSettings.APP_TOKEN),
            "Their e-mail address in Slack, or their member id (profile, ⋮, Copy member ID)",
            List.of(
                "It stands in Slack under Apps, MESS, and that is muted, or Slack itself is"
                    + " paused.",
                "The address or id is somebody else's, or of another workspace.",
                "The Slack app is not on the phone, or the phone shows no notifications of it.")));
  }

  /** What a person pastes at Slack to make the app. */
  private static String manifest() {
    try (InputStream in =
        Objects.requireNonNull(SlackProvider.class.getResourceAsStream("manifest.yaml"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the manifest of the Slack app is not in the jar", e);
    }
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
