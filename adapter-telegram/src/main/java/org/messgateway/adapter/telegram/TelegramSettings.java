package org.messgateway.adapter.telegram;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.messgateway.api.Secret;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;

/** What the adapter is told. */
record TelegramSettings(Secret botToken, URI baseUrl) {

  static final String BOT_TOKEN = "bot_token";
  static final String BASE_URL = "base_url";
  static final String TELEGRAM = "https://api.telegram.org";

  /** It becomes part of a path: nothing else may pass. */
  private static final Pattern TOKEN = Pattern.compile("[0-9]+:[A-Za-z0-9_-]+");

  static TelegramSettings of(Settings settings) {
    return new TelegramSettings(
        settings.secret(BOT_TOKEN).orElseThrow(() -> new IllegalArgumentException(BOT_TOKEN)),
        settings.url(BASE_URL).orElse(URI.create(TELEGRAM)));
  }

  /** The port, written or not. */
  int port() {
    if (baseUrl.getPort() != -1) {
      return baseUrl.getPort();
    }
    return baseUrl.getScheme().equals("https") ? 443 : 80;
  }

  /** What stands in front of {@code /bot…}: empty for Telegram's own server. */
  String pathPrefix() {
    String path = baseUrl.getRawPath();
    return path == null ? "" : path.replaceAll("/+$", "");
  }

  static List<SettingProblem> problems(Settings settings) {
    List<SettingProblem> problems = new ArrayList<>();
    settings
        .secret(BOT_TOKEN)
        .filter(token -> !TOKEN.matcher(token.reveal()).matches())
        .ifPresent(token ->
            problems.add(
                new SettingProblem(
                    BOT_TOKEN,
                    "must be digits, a colon, and letters or digits, as @BotFather shows it")));
    settings
        .url(BASE_URL)
        .filter(url -> url.getRawQuery() != null || url.getRawFragment() != null)
        .ifPresent(
            url -> problems.add(new SettingProblem(BASE_URL, "must end with host, port or path")));
    return problems;
  }
}
