package org.messgateway.adapter.telegram;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.messgateway.api.Secret;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;

/** The adapter's settings. */
record TelegramSettings(Secret botToken, URI baseUrl, boolean webhook, Secret webhookSecret) {

  static final String BOT_TOKEN = "bot_token";
  static final String BASE_URL = "base_url";
  static final String WEBHOOK = "webhook";
  static final String SECRET_TOKEN = "secret_token";
  static final String TELEGRAM = "https://api.telegram.org";

  /** The format of a token, which is part of a URL's path. */
  private static final Pattern TOKEN = Pattern.compile("[0-9]+:[A-Za-z0-9_-]+");

  /** The format of a secret of callbacks (Bot API, setWebhook). */
  private static final Pattern SECRET = Pattern.compile("[A-Za-z0-9_-]{16,256}");

  static TelegramSettings of(Settings settings) {
    Secret token =
        settings.secret(BOT_TOKEN).orElseThrow(() -> new IllegalArgumentException(BOT_TOKEN));
    return new TelegramSettings(
        token,
        settings.url(BASE_URL).orElse(URI.create(TELEGRAM)),
        settings.flag(WEBHOOK).orElse(false),
        settings.secret(SECRET_TOKEN).orElseGet(() -> derived(token)));
  }

  /** A secret that only the bot's token yields and that does not reveal the token. */
  private static Secret derived(Secret token) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(token.reveal().getBytes(UTF_8), "HmacSHA256"));
      byte[] derived = mac.doFinal("mess-telegram-webhook".getBytes(UTF_8));
      return Secret.of(Base64.getUrlEncoder().withoutPadding().encodeToString(derived));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  /** The id of the bot, which stands before the token's colon. */
  long bot() {
    String number = botToken.reveal().split(":", 2)[0];
    return number.matches("[0-9]{1,18}") ? Long.parseLong(number) : 0;
  }

  /** The port, explicit or the scheme's default. */
  int port() {
    if (baseUrl.getPort() != -1) {
      return baseUrl.getPort();
    }
    return baseUrl.getScheme().equals("https") ? 443 : 80;
  }

  /** The path in front of {@code /bot…}; empty for Telegram's own server. */
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
        .secret(SECRET_TOKEN)
        .filter(secret -> !SECRET.matcher(secret.reveal()).matches())
        .ifPresent(secret ->
            problems.add(
                new SettingProblem(
                    SECRET_TOKEN, "must be 16 to 256 letters, digits, _ or -; or leave it out")));
    settings
        .url(BASE_URL)
        .filter(url -> url.getRawQuery() != null || url.getRawFragment() != null)
        .ifPresent(
            url -> problems.add(new SettingProblem(BASE_URL, "must end with host, port or path")));
    return problems;
  }
}
