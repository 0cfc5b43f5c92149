package org.messgateway.adapter.telegram;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Deed;

/**
 * A word with a slash: {@code /pause@mess_bot 2h}.
 *
 * @param word in lower case, without the slash
 * @param to the bot it is addressed to; empty when it is to none
 * @param rest what stands behind it
 */
record Command(String word, String to, String rest) {

  private static final Pattern FORM =
      Pattern.compile(
          "/([A-Za-z0-9_]{1,32})(?:@([A-Za-z0-9_]{1,64}))?(?:\\s+(.*))?", Pattern.DOTALL);

  private static final Pattern CODE = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  static Optional<Command> in(String text) {
    Matcher form = FORM.matcher(text.strip());
    return form.matches()
        ? Optional.of(
            new Command(
                form.group(1).toLowerCase(Locale.ROOT),
                orEmpty(form.group(2)),
                orEmpty(form.group(3))))
        : Optional.empty();
  }

  /** What it wants; a word that is none of ours is said like any other: {@code /done 2 onions}. */
  Deed deed() {
    return switch (word) {
      case "start" -> CODE.matcher(rest).matches() ? new Deed.Linked(rest) : new Deed.Greeted();
      case "help" -> new Deed.Greeted();
      case "list" -> new Deed.Listed();
      case "pause" -> new Deed.Paused(rest);
      case "resume" -> new Deed.Resumed();
      default -> new Deed.Wrote((word + " " + rest).strip(), List.of(), null);
    };
  }

  boolean isSkip() {
    return word.equals("skip");
  }

  /** Whether it means something by itself, beside any task. */
  boolean isOurs() {
    return !(deed() instanceof Deed.Wrote);
  }

  private static String orEmpty(@Nullable String group) {
    return group == null ? "" : group.strip();
  }
}
