package org.messgateway.gateway.cli;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.ConfigReport;
import org.messgateway.gateway.config.Loaded;
import org.messgateway.gateway.config.SecretsFile;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code init}: writes a commented configuration and its secrets, by options or by asking. */
@CommandLine.Command(
    name = "init",
    description = {
      "Makes a configuration and a file for its secrets, by options or by asking.",
      "Then: mess-gateway check, and mess-gateway ping EXECUTOR."
    })
final class InitCommand extends Command {

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

  @Option(names = "--no-questions", description = "Takes options only.")
  private boolean noQuestions;

  @Option(names = "--offline", description = "Asks no remote service and sends no test.")
  private boolean offline;

  @Option(names = "--force", description = "Overwrites a configuration that is there.")
  private boolean force;

  @Override
  public Integer call() throws IOException {
    try (Workplace workplace = workplace()) {
      Path home = workplace.home();
      Path file = home.resolve(ConfigLoader.FILE);
      refuseToOverwrite(file);
      refuseToOverwrite(home.resolve(SecretsFile.FILE));
      if (!noQuestions && atATerminal()) {
        ask();
      }
      if (slack == null && telegram == null && sms == null && webhooks.isEmpty()) {
        throw Failure.usage(
            "Say how somebody is reached: --slack, --telegram, --sms or --webhook. See:"
                + " "
                + Hint.here().to("init", "--help"));
      }
      write(home);
      return finish(workplace, home);
    }
  }

  /** Secrets too: robots verify with keys that are made from one of them. */
  private void refuseToOverwrite(Path file) {
    if (Files.exists(file) && !force) {
      throw Failure.usage(file + " is there already. Edit it, or give --force to overwrite it.");
    }
  }

  @SuppressWarnings("SystemConsoleNull") // A runtime without jdk.internal.le has none.
  private static boolean atATerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  private int finish(Workplace workplace, Path home) {
    out()
        .line(
            "Written: "
                + home.resolve(ConfigLoader.FILE)
                + " and "
                + home.resolve(SecretsFile.FILE));
    return switch (workplace.load()) {
      case Loaded.Invalid invalid -> {
        out().line(ConfigReport.of(invalid));
        out().line("Mend these, then: " + hint().to("check"));
        yield Failure.USAGE;
      }
      case Loaded.Valid _ -> {
        int status = tryOut(home);
        out().line("Next: " + hint().to("run"));
        yield status;
      }
    };
  }

  /**
   * Asks the vendors whether they take the credentials, and when all is well sends a test to the
   * first executor.
   *
   * @return what the whole command ends with: hints are no failure, nor is a robot that does not
   *     run yet; a refused credential is one
   */
  private int tryOut(Path home) {
    String where = home.toString();
    int status =
        offline
            ? Main.execute("check", "--offline", "--home", where)
            : Main.execute("check", "--home", where);
    if (offline) {
      out().line("Ask the services whether they take the credentials: " + hint().to("check"));
      return status;
    }
    if (status == DONE) {
      out().line("A test for " + firstExecutor() + ":");
      Main.execute("ping", firstExecutor(), "--home", where);
      return DONE;
    }
    out().line("Mend what stands above, then: " + hint().to("check"));
    out().line("and a test: " + hint().to("ping", firstExecutor()));
    return status;
  }

  private void ask() throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    title = answered(in, "What stands first in every message?", title, "My home");
    name = answered(in, "Who is told first?", name, System.getProperty("user.name", "me"));
    slack = answered(in, "Slack user id (empty: none)", slack, "");
    if (!slack.isEmpty()) {
      slackToken = answered(in, "Slack bot token, xoxb-…", slackToken, "");
    }
    telegram = answered(in, "Telegram chat id (empty: none)", telegram, "");
    if (!telegram.isEmpty()) {
      telegramToken = answered(in, "Telegram bot token", telegramToken, "");
    }
  }

  private String answered(
      BufferedReader in, String question, @Nullable String given, String otherwise)
      throws IOException {
    if (given != null) {
      return given;
    }
    out().line(question + (otherwise.isEmpty() ? "" : " [" + otherwise + "]"));
    String answer = in.readLine();
    return answer == null || answer.isBlank() ? otherwise : answer.strip();
  }

  private String firstExecutor() {
    return webhooks.isEmpty() || person() ? id() : webhooks.getFirst().split("=", 2)[0];
  }

  private boolean person() {
    return given(slack) || given(telegram) || given(sms);
  }

  private static boolean given(@Nullable String option) {
    return option != null && !option.isBlank();
  }

  private String id() {
    String plain = String.valueOf(name == null ? "me" : name).toLowerCase(Locale.ROOT);
    String id = plain.replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    return id.isEmpty() ? "me" : id;
  }

  private void write(Path home) throws IOException {
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
    text.append("title: ").append(quoted(title == null ? "My home" : title)).append('\n');
    text.append(
        "# What links in messages start with. Without it messages to people carry no link.\n");
    text.append("# client_url: https://mess.example.com\n\n");
    text.append("executors:\n");
    if (person()) {
      text.append("  ").append(id()).append(":\n");
      text.append("    name: ").append(quoted(name == null ? "Me" : name)).append('\n');
      text.append("    # What this person can do; a task may ask for some of it.\n");
      text.append("    capabilities: [check-visual, take-photo, home-access]\n");
      text.append("    notify: { ").append(String.join(", ", addresses())).append(" }\n");
    }
    for (String webhook : webhooks) {
      String[] parts = webhook.split("=", 2);
      if (parts.length != 2) {
        throw Failure.usage("--webhook " + webhook + " is not of the form ID=URL.");
      }
      text.append("  ").append(parts[0]).append(":\n");
      text.append("    capabilities: []   # what it can do, like vacuum-floor\n");
      text.append("    notify: { webhook: ").append(quoted(parts[1])).append(" }\n");
    }
    text.append("\n# Rules are tried in order; without one, all who are able are told.\n");
    text.append(
        "# routing:\n#   - match: { capability: vacuum-floor }\n#     prefer: [roomba]\n\n");
    text.append("# ${NAME} is taken from the environment, or from secrets.env beside this file.\n");
    text.append("dispatch:\n");
    channels().forEach(line -> text.append("  ").append(line).append('\n'));
    return text.toString();
  }

  private List<String> addresses() {
    List<String> addresses = new ArrayList<>();
    if (given(slack)) {
      addresses.add("slack: " + quoted(String.valueOf(slack)));
    }
    if (given(telegram)) {
      addresses.add("telegram: " + quoted(String.valueOf(telegram)));
    }
    if (given(sms)) {
      addresses.add("sms: " + quoted(String.valueOf(sms)));
    }
    return addresses;
  }

  private List<String> channels() {
    List<String> lines = new ArrayList<>();
    if (given(slack)) {
      lines.add("slack: { bot_token: \"${SLACK_BOT_TOKEN}\" }");
    }
    if (given(telegram)) {
      lines.add("telegram: { bot_token: \"${TELEGRAM_BOT_TOKEN}\" }");
    }
    if (given(sms)) {
      lines.add(
          "sms: { account_sid: \"${TWILIO_ACCOUNT_SID}\", auth_token: \"${TWILIO_AUTH_TOKEN}\","
              + " from: "
              + quoted(twilioPart(2))
              + " }");
    }
    lines.add("webhook: { secret: \"${MESS_WEBHOOK_SECRET}\" }");
    return lines;
  }

  private String secrets() {
    byte[] random = new byte[24];
    new SecureRandom().nextBytes(random);
    return "# Secrets of config.yaml. Readable by nobody else: keep it so.\n"
        + (given(slack) ? "SLACK_BOT_TOKEN=" + plain(slackToken) + "\n" : "")
        + (given(telegram) ? "TELEGRAM_BOT_TOKEN=" + plain(telegramToken) + "\n" : "")
        + (given(sms)
            ? "TWILIO_ACCOUNT_SID=" + twilioPart(0) + "\nTWILIO_AUTH_TOKEN=" + twilioPart(1) + "\n"
            : "")
        + "# Every robot gets a key of its own made from this: ./mess-gateway secret EXECUTOR\n"
        + "MESS_WEBHOOK_SECRET="
        + HexFormat.of().formatHex(random)
        + "\n";
  }

  private String twilioPart(int index) {
    return twilio.size() > index ? twilio.get(index) : "";
  }

  private static String plain(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
