package org.messgateway.gateway.cli;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * What {@code init} has to know of a home that is new: who is reached there, and how. Given by
 * options; what is not, a person can be asked for.
 */
final class FirstAnswers {

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
      paramLabel = "TOKEN",
      description = "Bot token of the Slack app.")
  private @Nullable String slackToken;

  @Option(
      names = "--telegram",
      paramLabel = "CHAT",
      description = "That person's Telegram chat id.")
  private @Nullable String telegram;

  @Option(
      names = "--telegram-token",
      paramLabel = "TOKEN",
      description = "Token of the Telegram bot.")
  private @Nullable String telegramToken;

  @Option(
      names = "--sms",
      paramLabel = "NUMBER",
      description = "That person's telephone number, +14155550123.")
  private @Nullable String sms;

  @Option(
      names = "--twilio",
      split = ":",
      paramLabel = "SID:TOKEN:FROM",
      description = "Twilio account, token and number.")
  private List<String> twilio = List.of();

  @Option(
      names = "--webhook",
      paramLabel = "ID=URL",
      description = "A robot or service; may be repeated.")
  private List<String> webhooks = List.of();

  /** Whether nothing was said of how anybody is reached. */
  boolean reachNobody() {
    return slack == null && telegram == null && sms == null && webhooks.isEmpty();
  }

  /** Asks for what was not given. */
  void ask(Questions questions) throws IOException {
    title = questions.answer("What stands first in every message?", title, "My home");
    name = questions.answer("Who is told first?", name, System.getProperty("user.name", "me"));
    slack = questions.answer("Slack user id (empty: none)", slack, "");
    if (!slack.isEmpty()) {
      slackToken = questions.answer("Slack bot token, xoxb-…", slackToken, "");
    }
    telegram = questions.answer("Telegram chat id (empty: none)", telegram, "");
    if (!telegram.isEmpty()) {
      telegramToken = questions.answer("Telegram bot token", telegramToken, "");
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
    return slackToken == null ? "" : slackToken;
  }

  String telegramToken() {
    return telegramToken == null ? "" : telegramToken;
  }

  String twilioAccount() {
    return twilioPart(0);
  }

  String twilioToken() {
    return twilioPart(1);
  }

  String twilioNumber() {
    return twilioPart(2);
  }

  private String twilioPart(int index) {
    return twilio.size() > index ? twilio.get(index) : "";
  }

  /** Robots and services, each as {@code ID=URL}. */
  List<String> webhooks() {
    return webhooks;
  }

  /** Who gets the test. */
  String firstExecutor() {
    return webhooks.isEmpty() || person() ? id() : webhooks.getFirst().split("=", 2)[0];
  }
}
