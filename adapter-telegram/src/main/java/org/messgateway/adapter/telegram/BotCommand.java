package org.messgateway.adapter.telegram;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.InboundAction;

/**
 * A command to a bot: {@code /pause@mess_bot 2h}.
 *
 * @param word the command in lower case, without the slash
 * @param to the bot that the command names; empty for none
 * @param rest the text after the command
 */
record BotCommand(String word, String to, String rest) {

  private static final Pattern FORM =
      Pattern.compile(
          "/([A-Za-z0-9_]{1,32})(?:@([A-Za-z0-9_]{1,64}))?(?:\\s+(.*))?", Pattern.DOTALL);

  private static final Pattern CODE = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  static Optional<BotCommand> in(String text) {
    Matcher form = FORM.matcher(text.strip());
    return form.matches()
        ? Optional.of(
            new BotCommand(
                form.group(1).toLowerCase(Locale.ROOT),
                orEmpty(form.group(2)),
                orEmpty(form.group(3))))
        : Optional.empty();
  }

  /**
   * The action of the command. An unknown command is a message like any other: {@code /done 2
   * onions}.
   */
  InboundAction action() {
    return switch (word) {
      case "start" ->
          CODE.matcher(rest).matches()
              ? new InboundAction.LinkCodeEntry(rest)
              : new InboundAction.Greeting();
      case "help" -> new InboundAction.Greeting();
      case "list" -> new InboundAction.ListRequest();
      case "pause" -> new InboundAction.PauseRequest(rest);
      case "resume" -> new InboundAction.ResumeRequest();
      default -> new InboundAction.ChatMessage((word + " " + rest).strip(), List.of(), null);
    };
  }

  boolean isSkip() {
    return word.equals("skip");
  }

  /** Whether the command has a meaning without a task. */
  boolean isOurs() {
    return !(action() instanceof InboundAction.ChatMessage);
  }

  private static String orEmpty(@Nullable String group) {
    return group == null ? "" : group.strip();
  }
}
