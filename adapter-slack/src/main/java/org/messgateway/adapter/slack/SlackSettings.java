package org.messgateway.adapter.slack;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;

/**
 * The adapter's settings.
 *
 * @param botToken the token of the Authorization header
 * @param signingSecret the secret of Slack's signatures; null when Slack does not call the gateway
 * @param appToken the token that opens connections of Socket Mode; null for none
 * @param methods the base URL of API methods, with a slash at its end
 */
record SlackSettings(
    Secret botToken, @Nullable Secret signingSecret, @Nullable Secret appToken, String methods) {

  static final String BOT_TOKEN = "bot_token";
  static final String SIGNING_SECRET = "signing_secret";
  static final String APP_TOKEN = "app_token";
  static final String BASE_URL = "base_url";
  static final String SLACK = "https://slack.com";

  static SlackSettings of(Settings settings) {
    String base = settings.url(BASE_URL).map(Object::toString).orElse(SLACK);
    Secret token =
        settings.secret(BOT_TOKEN).orElseThrow(() -> new IllegalArgumentException(BOT_TOKEN));
    return new SlackSettings(
        token,
        settings.secret(SIGNING_SECRET).filter(SlackSettings::isSet).orElse(null),
        settings.secret(APP_TOKEN).filter(SlackSettings::isSet).orElse(null),
        base.replaceAll("/+$", "") + "/api/");
  }

  /** Whether a token is not empty, as {@code ${SLACK_APP_TOKEN:-}} makes it. */
  private static boolean isSet(Secret secret) {
    return !secret.reveal().isBlank();
  }

  static List<SettingProblem> problems(Settings settings) {
    List<SettingProblem> problems = new ArrayList<>();
    settings
        .secret(BOT_TOKEN)
        .map(Secret::reveal)
        .ifPresent(token -> tokenProblem(token, problems));
    settings
        .secret(APP_TOKEN)
        .filter(SlackSettings::isSet)
        .map(Secret::reveal)
        .filter(token -> token.startsWith("xox") || !token.matches("[!-~]+"))
        .ifPresent(_ ->
            problems.add(
                new SettingProblem(
                    APP_TOKEN,
                    "is no app-level token: those begin with xapp- and stand under Basic"
                        + " Information, App-Level Tokens")));
    settings
        .url(BASE_URL)
        .filter(url -> url.getRawQuery() != null || url.getRawFragment() != null)
        .ifPresent(
            url -> problems.add(new SettingProblem(BASE_URL, "must end with host, port or path")));
    return problems;
  }

  private static void tokenProblem(String token, List<SettingProblem> problems) {
    if (token.startsWith("xapp-")) {
      problems.add(
          new SettingProblem(
              BOT_TOKEN,
              "is an app-level token (xapp-…): put it into app_token, and here the Bot User OAuth"
                  + " Token (xoxb-…)"));
    } else if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 127)) {
      problems.add(
          new SettingProblem(
              BOT_TOKEN, "must be one word without spaces or line breaks, as Slack shows it"));
    }
  }
}
