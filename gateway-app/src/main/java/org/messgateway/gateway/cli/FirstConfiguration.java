package org.messgateway.gateway.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.SecretsFile;

/**
 * The configuration of a new home, with comments for who will edit it, and the file of its secrets,
 * which nobody else may read.
 */
final class FirstConfiguration {

  private static final int SECRET_BYTES = 24;

  private final FirstAnswers answers;

  FirstConfiguration(FirstAnswers answers) {
    this.answers = answers;
  }

  /** Overwrites what is there. */
  void write(Path home) throws IOException {
    Files.createDirectories(home);
    Files.writeString(home.resolve(ConfigLoader.FILE), config());
    Path secrets = home.resolve(SecretsFile.FILE);
    Files.deleteIfExists(secrets);
    Files.createFile(
        secrets,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(secrets, secrets());
  }

  private String config() {
    StringBuilder text = new StringBuilder();
    text.append("# Made by ./mess-gateway init. Every key is told of in docs/configuration.md.\n");
    text.append("agent_id: claude-agent\n");
    text.append("title: ").append(quoted(answers.title())).append('\n');
    text.append(
        "# What links in messages start with. Without it messages to people carry no link.\n");
    text.append("# client_url: https://mess.example.com\n\n");
    text.append("executors:\n");
    if (answers.person()) {
      person(text);
    }
    answers.webhooks().forEach(webhook -> robot(text, webhook));
    text.append("\n# Rules are tried in order; without one, all who are able are told.\n");
    text.append(
        "# routing:\n#   - match: { capability: vacuum-floor }\n#     prefer: [roomba]\n\n");
    text.append("# ${NAME} is taken from the environment, or from secrets.env beside this file.\n");
    text.append("dispatch:\n");
    channels().forEach(line -> text.append("  ").append(line).append('\n'));
    return text.toString();
  }

  private void person(StringBuilder text) {
    text.append("  ").append(answers.id()).append(":\n");
    text.append("    name: ").append(quoted(answers.name())).append('\n');
    text.append("    # What this person can do; a task may ask for some of it.\n");
    text.append("    capabilities: [check-visual, take-photo, home-access]\n");
    text.append("    notify: { ").append(String.join(", ", addresses())).append(" }\n");
  }

  private List<String> addresses() {
    List<String> addresses = new ArrayList<>();
    answers.slack().ifPresent(id -> addresses.add("slack: " + quoted(id)));
    answers.telegram().ifPresent(chat -> addresses.add("telegram: " + quoted(chat)));
    answers.sms().ifPresent(number -> addresses.add("sms: " + quoted(number)));
    return addresses;
  }

  private static void robot(StringBuilder text, String webhook) {
    String[] parts = webhook.split("=", 2);
    if (parts.length != 2) {
      throw Failure.usage("--webhook " + webhook + " is not of the form ID=URL.");
    }
    text.append("  ").append(parts[0]).append(":\n");
    text.append("    capabilities: []   # what it can do, like vacuum-floor\n");
    text.append("    notify: { webhook: ").append(quoted(parts[1])).append(" }\n");
  }

  private List<String> channels() {
    List<String> lines = new ArrayList<>();
    if (answers.slack().isPresent()) {
      lines.add("slack: { bot_token: \"${SLACK_BOT_TOKEN}\" }");
    }
    if (answers.telegram().isPresent()) {
      lines.add("telegram: { bot_token: \"${TELEGRAM_BOT_TOKEN}\" }");
    }
    if (answers.sms().isPresent()) {
      lines.add(
          "sms: { account_sid: \"${TWILIO_ACCOUNT_SID}\", auth_token: \"${TWILIO_AUTH_TOKEN}\","
              + " from: "
              + quoted(answers.twilioNumber())
              + " }");
    }
    lines.add("webhook: { secret: \"${MESS_WEBHOOK_SECRET}\" }");
    return lines;
  }

  private String secrets() {
    List<String> lines = new ArrayList<>();
    lines.add("# Secrets of config.yaml. Readable by nobody else: keep it so.");
    if (answers.slack().isPresent()) {
      lines.add("SLACK_BOT_TOKEN=" + answers.slackToken());
    }
    if (answers.telegram().isPresent()) {
      lines.add("TELEGRAM_BOT_TOKEN=" + answers.telegramToken());
    }
    if (answers.sms().isPresent()) {
      lines.add("TWILIO_ACCOUNT_SID=" + answers.twilioAccount());
      lines.add("TWILIO_AUTH_TOKEN=" + answers.twilioToken());
    }
    lines.add("# Every robot gets a key of its own made from this: ./mess-gateway secret EXECUTOR");
    lines.add("MESS_WEBHOOK_SECRET=" + fresh());
    return String.join("\n", lines) + "\n";
  }

  private static String fresh() {
    byte[] random = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
