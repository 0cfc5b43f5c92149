package org.messgateway.api;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a person did. */
public sealed interface Deed {

  /**
   * A button, or the form behind one.
   *
   * @param fields what was filled in, by {@link Field#code()}; empty for a button that asks nothing
   * @param files what was sent with it
   */
  record Pressed(Action action, Map<String, String> fields, List<SentFile> files) implements Deed {

    public Pressed {
      fields = Map.copyOf(fields);
      files = List.copyOf(files);
    }
  }

  /**
   * Wrote or sent something: an answer where it refers to a task. The gateway finds out what it
   * means ({@code 1}, {@code done found 2 onions}, a photo), the adapter does not.
   *
   * @param text without the service's markup; empty when only files were sent
   * @param location where they say they are; null when they do not
   */
  record Wrote(String text, List<SentFile> files, @Nullable Place location) implements Deed {

    public Wrote {
      files = List.copyOf(files);
    }
  }

  /** First contact with a one-time code of {@code link}: {@code /start CODE}. */
  record Linked(String code) implements Deed {}

  /** First contact without a code, or a call for help: {@code /start}, {@code /help}. */
  record Greeted() implements Deed {}

  /** Wants to be left alone for a while: {@code pause 2h}; the rest is what stands behind it. */
  record Paused(String rest) implements Deed {}

  /** Wants to be told again. */
  record Resumed() implements Deed {}

  /** Wants to see what is open: {@code list}. */
  record Listed() implements Deed {}

  /**
   * Told the service itself not to let us through, or to let us through again: a carrier's STOP, a
   * blocked bot. The service has answered already: nothing is to be said.
   */
  record OptedOut(boolean out) implements Deed {}

  /**
   * The address is another one from now on: a group became a supergroup. One longer than {@link
   * Address#LONGEST} is not followed, and the operators are told.
   */
  record Moved(String newAddress) implements Deed {}

  /** The service found out what became of the message of {@link Said#receipt()}. */
  record Standing(Correctable.Standing standing) implements Deed {}

  /** A place on earth. */
  record Place(double latitude, double longitude, @Nullable String name) {}

  /** What forms ask for. */
  enum Field {
    /** Why, with Decline and Give back. */
    REASON,
    /** The answer in words, with Done. */
    TEXT,
    /** What they want to know, with Ask. */
    QUESTION;

    /** {@code reason}. */
    public String code() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }
}
