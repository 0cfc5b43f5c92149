package org.messgateway.api;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.messgateway.api.text.Texts;

/**
 * A button that answers a request: {@link Kind#sends at once}, or after the adapter asked for a
 * photo or a text. Whoever answers a free task takes it with the answer.
 *
 * <p>An adapter reports the press of a button that sends at once as {@link
 * InboundAction.AnswerPress}, and what a person gave for the others as a press of {@link
 * MessageButton#DONE}.
 *
 * @param kind the kind of the answer
 * @param code the code that the button transmits: at most 20 lower-case ASCII letters, digits and
 *     hyphens. It depends on what is asked, so the button of an old message does not answer a
 *     request that was changed
 * @param words the choice of a {@link Kind#CHOICE}, in one line; empty for the other kinds
 * @param entry the content entry that the press writes: {@code {confirmation: true}}; empty for a
 *     button that does not send at once
 */
public record AnswerButton(Kind kind, String code, String words, Map<String, Object> entry) {

  /** The longest label of a choice in UTF-16 units, which phones show whole. */
  static final int LABEL_LIMIT = 30;

  public AnswerButton {
    entry = Map.copyOf(entry);
  }

  /** The kind of an answer. */
  public enum Kind {
    /** Sends yes. */
    YES("word.yes"),
    /** Sends no. */
    NO("word.no"),
    /** Sends one of several choices. */
    CHOICE(""),
    /** Asks for a photo, or opens the page that takes one. */
    PHOTO("button.photo"),
    /** Asks for a text. */
    TEXT("button.answer");

    private final String key;

    Kind(String key) {
      this.key = key;
    }

    /** The label of a button of this kind; empty for a choice, which has its own words. */
    public String label(Texts texts) {
      return key.isEmpty() ? "" : texts.get(key);
    }

    /** Whether one press is the whole answer. */
    public boolean sends() {
      return switch (this) {
        case YES, NO, CHOICE -> true;
        case PHOTO, TEXT -> false;
      };
    }

    /** The kind as codes name it: {@code yes}. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The buttons of a notification that answer, for messages that have its {@link
   * Notification#buttons()} too: {@link MessageButton#DONE} asks for a text already, and under
   * "Still on it?" a yes would be about that.
   */
  public static List<AnswerButton> shown(Notification notification) {
    boolean done = notification.buttons().contains(MessageButton.DONE);
    boolean reminder = notification.kind() == NotificationKind.REMINDER;
    return notification.answers().stream()
        .filter(answer ->
            switch (answer.kind()) {
              case YES, NO -> !reminder;
              case TEXT -> !done;
              case CHOICE, PHOTO -> true;
            })
        .toList();
  }

  /**
   * The answers that one tap sends, as a reply in words names them: {@code 1 for whole, 2 for
   * skimmed}.
   *
   * @param code of the task, before each number; empty where none is needed
   */
  public static String numbered(List<AnswerButton> answers, String code, Texts texts) {
    List<AnswerButton> sent = answers.stream().filter(answer -> answer.kind().sends()).toList();
    return IntStream.range(0, sent.size())
        .mapToObj(at -> texts.get("answer.number", code + (at + 1), sent.get(at).label(texts)))
        .reduce((some, next) -> texts.get("answer.numbers", some, next))
        .orElse("");
  }

  /** The label of the button in the reader's language; of a choice its own words. */
  public String label(Texts texts) {
    return kind == Kind.CHOICE ? words : kind.label(texts);
  }
}
