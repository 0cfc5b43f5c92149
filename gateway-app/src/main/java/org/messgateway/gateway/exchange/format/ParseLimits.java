package org.messgateway.gateway.exchange.format;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the documents of one thread may hold, counted while they are parsed (docs/rules.md#limits).
 * A node takes a hundred times the memory of its text, so a bound in bytes alone would let a file
 * of a few megabytes take all of it.
 *
 * <p>Used by one thread, for the documents of one thread in their order.
 */
final class ParseLimits {

  /** Events of the parser in one document: 60 make a usual message, 10 an entry of history. */
  static final int EVENTS = 200_000;

  /** Events in all documents of a thread. */
  static final int EVENTS_OF_THREAD = 300_000;

  /** Documents of a thread. */
  static final int DOCUMENTS = 20_000;

  /** Bytes of a document beside long words of Base64, which the parser does not see. */
  static final int TEXT = 16 << 20;

  /** The same in all documents of a thread. */
  static final int TEXT_OF_THREAD = 2 * TEXT;

  /** Directives before a document: the parser keeps each. */
  private static final int DIRECTIVES = 100;

  /** What aliases may add to any thread, in the unit of {@link NodeCheck}. */
  private static final long SPARE = 1 << 20;

  private static final long MOST_ADDED = 16 << 20;

  /** Bytes of memory that the value of an event takes, in the worst case. */
  private static final long VALUE = 80;

  private long bytes;
  private long text;
  private long events;
  private long added;
  private int eventsHere;
  private long addedHere;

  /**
   * Begins a document.
   *
   * @param parsed bytes of it that the parser sees
   */
  void begin(Document document, int parsed) throws ThreadFormatException {
    bytes += document.length();
    text += parsed;
    eventsHere = 0;
    addedHere = 0;
    if (parsed > TEXT) {
      throw document.problem(0, 0, tooLong("this document holds ", parsed, TEXT));
    }
    if (text > TEXT_OF_THREAD) {
      throw document.problem(0, 0, tooLong("up to here the thread holds ", text, TEXT_OF_THREAD));
    }
    if (document.directives(DIRECTIVES) > DIRECTIVES) {
      throw document.problem(
          0, 0, "more than " + DIRECTIVES + " directives (%) stand before this document");
    }
  }

  private static String tooLong(String what, long bytes, int most) {
    return what
        + number(bytes)
        + " bytes of text, at most "
        + number(most)
        + " are read; send long texts as attachments, and pictures in Base64 on one line";
  }

  /** Begins the same document again: what was counted of it counts for nothing. */
  void again() {
    events -= eventsHere;
    added -= addedHere;
    eventsHere = 0;
    addedHere = 0;
  }

  /** Counts an event; what is too much in words, null while nothing is. */
  @Nullable String next() {
    eventsHere++;
    events++;
    if (eventsHere > EVENTS) {
      return "this document has more than "
          + number(EVENTS)
          + " values, keys and brackets; "
          + "send a list of this length as an attachment";
    }
    return events > EVENTS_OF_THREAD
        ? "the thread has more than "
            + number(EVENTS_OF_THREAD)
            + " values, keys and brackets up to here; begin another thread, or send long lists"
            + " as attachments"
        : null;
  }

  /** Counts these events of the document under way, unless they are too many. */
  boolean take(int count) {
    if (eventsHere + count > EVENTS || events + count > EVENTS_OF_THREAD) {
      return false;
    }
    eventsHere += count;
    events += count;
    return true;
  }

  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Bytes of memory that the values of all documents take, beside the documents themselves. */
  long values() {
    return bytes + VALUE * events + added;
  }

  /** Whether aliases may add so much to the document under way. */
  boolean mayAdd(long weight) {
    return added + weight <= Math.min(7 * bytes + SPARE, MOST_ADDED);
  }

  /** What aliases added to the document under way. */
  void add(long weight) {
    added += weight;
    addedHere += weight;
  }
}
