package org.messgateway.gateway.cli.setup;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.gateway.cli.command.SecretOption;
import org.messgateway.gateway.cli.command.TerminalPrompt;
import picocli.CommandLine.Option;

/**
 * The values of a new home that {@code init} needs: executors and their addresses. Missing options
 * are asked for at the terminal.
 */
final class InitAnswers {

  @Option(
      names = "--title",
      paramLabel = "TEXT",
      description = "Stands first in every message: Miller home.")
  private @Nullable String title;

  @Option(names = "--name", paramLabel = "NAME", description = "Who is told first: Teague.")
  private @Nullable String name;

  @Option(
      names = "--slack",
      paramLabel = "ID",
      description = "That person's Slack user or channel id.")
  private @Nullable String slack;

  @Option(
      names = "--slack-token",
      paramLabel = "-",
      converter = SecretOption.class,
      description = "Bot token of the Slack app, from standard input (default: $$SLACK_BOT_TOKEN).")
  private @Nullable Secret slackToken;

  @Option(
      names = "--telegram",
      paramLabel = "CHAT",
      description = "That person's Telegram chat id.")
  private @Nullable String telegram;

  @Option(
      names = "--telegram-token",
      paramLabel = "-",
      converter = SecretOption.class,
      description =
          "Token of the Telegram bot, from standard input (default: $$TELEGRAM_BOT_TOKEN).")
  private @Nullable Secret telegramToken;

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
      names = "--webhook",
      paramLabel = "ID=URL",
      description = "A robot or service; may be repeated.")
  private List<String> webhooks = List.of();

  /** Whether no address was given. */
  boolean reachNobody() {
    return slack == null && telegram == null && sms == null && webhooks.isEmpty();
  }

  /** Asks for missing values. */
  void ask(TerminalPrompt terminalPrompt) throws IOException {
    title = terminalPrompt.answer("What stands first in every message?", title, "My home");
    name = terminalPrompt.answer("Who is told first?", name, System.getProperty("user.name", "me"));
    slack = terminalPrompt.answer("Slack user id (empty: none)", slack, "");
    if (!slack.isEmpty()) {
      slackToken = terminalPrompt.secret("Slack bot token, xoxb-…", slackToken());
    }
    telegram = terminalPrompt.answer("Telegram chat id (empty: none)", telegram, "");
    if (!telegram.isEmpty()) {
      telegramToken = terminalPrompt.secret("Telegram bot token", telegramToken());
    }
  }

  String title() {
    return title == null ? "My home" : title;
  }

  String name() {
    return name == null ? "Me" : name;
  }

  /** The person's id in the configuration: the name as far as it can be one. */
  String id() {
    String plain = name().toLowerCase(Locale.ROOT);
    String id = plain.replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    return id.isEmpty() ? "me" : id;
  }

  /** Whether a person is reached, and not robots only. */
  boolean person() {
    return Stream.of(slack(), telegram(), sms()).anyMatch(Optional::isPresent);
  }

  Optional<String> slack() {
    return given(slack);
  }

  Optional<String> telegram() {
    return given(telegram);
  }

  Optional<String> sms() {
    return given(sms);
  }

  private static Optional<String> given(@Nullable String option) {
    return Optional.ofNullable(option).filter(text -> !text.isBlank());
  }

  String slackToken() {
    return SecretOption.or(slackToken, "SLACK_BOT_TOKEN");
  }

  String telegramToken() {
    return SecretOption.or(telegramToken, "TELEGRAM_BOT_TOKEN");
  }

  String twilioAccount() {
    String[] parts = twilio();
    return parts.length < 2 ? SecretOption.or(null, "TWILIO_ACCOUNT_SID") : parts[0];
  }

  String twilioToken() {
    String[] parts = twilio();
    return parts.length < 2 ? SecretOption.or(null, "TWILIO_AUTH_TOKEN") : parts[1];
  }

  String twilioNumber() {
    String[] parts = twilio();
    return parts.length == 2 ? "" : parts[parts.length - 1];
  }

  private String[] twilio() {
    return (twilio == null ? "" : twilio.reveal()).split(":");
  }

  /** Robots and services, each as {@code ID=URL}. */
  List<String> webhooks() {
    return webhooks;
  }

  /** The executor that gets the test message. */
  String firstExecutor() {
    return webhooks.isEmpty() || person() ? id() : webhooks.getFirst().split("=", 2)[0];
  }
}
