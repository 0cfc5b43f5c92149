package org.messgateway.gateway.cli.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.SecretsFile;

/**
 * The configuration of a new home, with comments for its operator, and the file of its secrets,
 * which only its owner may read.
 */
final class InitFiles {

  private static final int SECRET_BYTES = 24;

  private final InitAnswers answers;

  InitFiles(InitAnswers answers) {
    this.answers = answers;
  }

  /**
   * Overwrites existing files. A home that is made is its owner's alone; one that is there keeps
   * its mode, since others may share an exchange in it.
   *
   * @return what to tell about the mode of the home
   */
  String write(Path home) throws IOException {
    boolean fresh = !Files.exists(home);
    if (fresh) {
      Path parent = home.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.createDirectory(home, mode("rwx------"));
    }
    replace(home.resolve(ConfigLoader.FILE), config());
    replace(home.resolve(SecretsFile.FILE), secrets());
    if (fresh) {
      return home + " is yours alone. Where others share an exchange in it: chmod 711 " + home;
    }
    return isOpen(home)
        ? "Others can look into "
            + home
            + ". Unless they share an exchange in it: chmod 700 "
            + home
        : "";
  }

  private static void replace(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(file, mode("rw-------"));
    Files.writeString(file, text);
  }

  private static FileAttribute<?> mode(String rights) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights));
  }

  /** Whether others than its owner can reach what is in a folder. */
  static boolean isOpen(Path folder) throws IOException {
    Set<PosixFilePermission> rights = Files.getPosixFilePermissions(folder);
    return rights.contains(PosixFilePermission.GROUP_EXECUTE)
        || rights.contains(PosixFilePermission.OTHERS_EXECUTE);
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
      throw CommandFailure.usage("--webhook " + webhook + " is not of the form ID=URL.");
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
