package org.messgateway.adapter.slack;

import static org.messgateway.api.SettingDescription.optional;
import static org.messgateway.api.SettingDescription.required;
import static org.messgateway.api.SettingDescription.withDefault;

import java.util.List;
import java.util.Optional;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.Limits;
import org.messgateway.api.Rate;
import org.messgateway.api.SettingDescription.Kind;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;

/** Makes adapters for Slack workspaces, one per bot token. */
public final class SlackProvider implements AdapterProvider {

  /**
   * One message a second per conversation is what Slack documents; several hundred a minute for a
   * workspace is what it is known to take.
   */
  private static final Limits LIMITS = new Limits(1, Rate.perSecond(1), Rate.perSecond(5));

  private static final AdapterDescription DESCRIPTION =
      new AdapterDescription(
          "slack",
          "Slack messages with buttons",
          Audience.PEOPLE,
          List.of(
              required(
                  SlackSettings.BOT_TOKEN,
                  Kind.SECRET,
                  "Bot User OAuth Token (xoxb-…) from OAuth & Permissions of your Slack app; needs"
                      + " the scope chat:write."),
              optional(
                  SlackSettings.SIGNING_SECRET,
                  Kind.SECRET,
                  "Signing Secret from Basic Information of your Slack app; for buttons and replies"
                      + " by a public Request URL instead of Socket Mode."),
              optional(
                  SlackSettings.APP_TOKEN,
                  Kind.SECRET,
                  "App-level token (xapp-…) with connections:write, for Socket Mode: buttons and"
                      + " replies without a public address."),
              withDefault(
                  SlackSettings.BASE_URL,
                  Kind.URL,
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
  public Adapter create(Settings settings, AdapterServices services) {
    return SlackAdapter.create(SlackSettings.of(settings), services);
  }
}
