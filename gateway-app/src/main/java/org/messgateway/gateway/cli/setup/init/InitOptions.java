package org.messgateway.gateway.cli.setup.init;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.SecretOption;
import picocli.CommandLine.Option;

/** What {@code init} is told on its command line. */
final class InitOptions {

  @Option(
      names = "--title",
      paramLabel = "TEXT",
      description = "The household's name, first in every message: Miller home.")
  private @Nullable String title;

  @Option(names = "--name", paramLabel = "NAME", description = "Who is told first: Teague.")
  private @Nullable String name;

  @Option(
      names = "--language",
      paramLabel = "CODE",
      description = "Of messages: en, de, es, fr or ja.")
  private @Nullable String language;

  @Option(
      names = "--slack",
      paramLabel = "ID",
      description = "That person's Slack user or channel id.")
  private @Nullable String slack;

  @Option(
      names = "--slack-token",
      paramLabel = "-",
      converter = SecretOption.class,
      description = "Bot token (xoxb-…), from standard input (default: $$SLACK_BOT_TOKEN).")
  private @Nullable Secret slackToken;

  @Option(
      names = "--slack-token-file",
      paramLabel = "FILE",
      description = "The same from the first line of a file.")
  private @Nullable Path slackTokenFile;

  @Option(
      names = "--slack-app-token",
      paramLabel = "-",
      converter = SecretOption.class,
      description =
          "App-level token (xapp-…) for buttons, from standard input (default: $$SLACK_APP_TOKEN).")
  private @Nullable Secret slackAppToken;

  @Option(
      names = "--slack-app-token-file",
      paramLabel = "FILE",
      description = "The same from the first line of a file.")
  private @Nullable Path slackAppTokenFile;

  @Option(
      names = "--telegram",
      paramLabel = "CHAT",
      description = "That person's Telegram chat id; without it: link EXECUTOR --telegram.")
  private @Nullable String telegram;

  @Option(
      names = "--telegram-token",
      paramLabel = "-",
      converter = SecretOption.class,
      description =
          "Token of the Telegram bot, from standard input (default: $$TELEGRAM_BOT_TOKEN).")
  private @Nullable Secret telegramToken;

  @Option(
      names = "--telegram-token-file",
      paramLabel = "FILE",
      description = "The same from the first line of a file.")
  private @Nullable Path telegramTokenFile;

  @Option(
      names = "--sms",
      paramLabel = "NUMBER",
      description = "That person's telephone number, +14155550123.")
  private @Nullable String sms;

  @Option(
      names = "--twilio",
      paramLabel = "FROM",
      converter = SecretOption.class,
      description = {
        "Twilio number; account and token are $$TWILIO_ACCOUNT_SID and $$TWILIO_AUTH_TOKEN.",
        "With - SID:TOKEN:FROM is read from standard input."
      })
  private @Nullable Secret twilio;

  @Option(
      names = "--twilio-file",
      paramLabel = "FILE",
      description = "A file whose first line is SID:TOKEN:FROM.")
  private @Nullable Path twilioFile;

  @Option(
      names = "--webhook",
      paramLabel = "ID=URL",
      description = "A robot or service; may be repeated.")
  private List<String> webhooks = List.of();

  @Option(
      names = "--set",
      paramLabel = "CHANNEL.SETTING=VALUE",
      description = "A further setting of a channel, like telegram.base_url; may be repeated.")
  private Map<String, String> settings = Map.of();

  @Option(names = "--offline", description = "Asks no remote service and sends no test.")
  private boolean offline;

  boolean offline() {
    return offline;
  }

  /** Whether no address was given. */
  boolean reachNobody() {
    return !person() && webhooks.isEmpty();
  }

  /** Whether a person is reached, and not robots only. */
  boolean person() {
    return Stream.of(slack(), telegram(), sms()).anyMatch(Optional::isPresent);
  }

  Optional<String> title() {
    return given(title);
  }

  Optional<String> name() {
    return given(name);
  }

  Optional<String> language() {
    return given(language);
  }

  Optional<String> slack() {
    return given(slack);
  }

  Optional<String> telegram() {
    return given(telegram);
  }

  Optional<String> sms() {
    return given(sms).map(PhoneNumber::tidy);
  }

  /** Robots and services, each as {@code ID=URL}. */
  List<String> webhooks() {
    return webhooks;
  }

  private static Optional<String> given(@Nullable String option) {
    return Optional.ofNullable(option).filter(text -> !text.isBlank());
  }

  /** A person's id in the configuration: the name as far as it can be one. */
  static String id(String name) {
    String bare = Normalizer.normalize(name, Normalizer.Form.NFKD).replaceAll("\\p{M}", "");
    String plain = bare.toLowerCase(Locale.ROOT);
    String id = plain.replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    return id.isEmpty() ? "me" : id;
  }

  /** Further settings of a channel. */
  Map<String, String> settings(String channel) {
    Map<String, String> found = new LinkedHashMap<>();
    settings.forEach((key, value) -> {
      String[] parts = key.split("\\.", 2);
      if (parts.length != 2) {
        throw CommandFailure.usage("--set " + key + " is not of the form CHANNEL.SETTING=VALUE.");
      }
      if (parts[0].equals(channel)) {
        found.put(parts[1], value);
      }
    });
    return found;
  }

  /** A secret that was given by option, under the name of the variable that stands for it. */
  Optional<Secret> secret(String variable) {
    return switch (variable) {
      case "SLACK_BOT_TOKEN" -> either(slackToken, slackTokenFile);
      case "SLACK_APP_TOKEN" -> either(slackAppToken, slackAppTokenFile);
      case "TELEGRAM_BOT_TOKEN" -> either(telegramToken, telegramTokenFile);
      case "TWILIO_ACCOUNT_SID" -> twilioParts().length == 1 ? Optional.empty() : twilio(0);
      case "TWILIO_AUTH_TOKEN" -> twilio(1);
      default -> Optional.empty();
    };
  }

  String twilioNumber() {
    return twilio(twilioParts().length == 1 ? 0 : 2).map(Secret::reveal).orElse("");
  }

  /** Of account, token and number; the number may stand alone. */
  private Optional<Secret> twilio(int part) {
    String[] parts = twilioParts();
    return part < parts.length && !parts[part].isEmpty()
        ? Optional.of(Secret.of(parts[part]))
        : Optional.empty();
  }

  private String[] twilioParts() {
    return either(twilio, twilioFile).map(Secret::reveal).orElse("").split(":", -1);
  }

  private static Optional<Secret> either(@Nullable Secret typed, @Nullable Path file) {
    if (typed != null || file == null) {
      return Optional.ofNullable(typed);
    }
    try (Stream<String> lines = Files.lines(file)) {
      return Optional.of(Secret.of(lines.findFirst().orElse("").strip()));
    } catch (IOException | UncheckedIOException e) {
      throw CommandFailure.usage(file + " cannot be read: " + e.getMessage());
    }
  }
}
