package org.messgateway.adapter.sms;

import java.net.URI;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A message somebody sent to us, by callback or found by asking.
 *
 * @param sid what Twilio calls it
 * @param from the sender's number
 * @param body what was written, empty when only files were sent
 * @param files how many files came with it
 * @param parts those whose address is known: all of a callback, none of a message that was found
 * @param optOut STOP, START or HELP when Twilio recognised one of these and has answered it; else
 *     empty
 * @param found when it was sent, if it was found by asking; null for one that was brought to us
 */
record Sms(
    String sid,
    String from,
    String body,
    int files,
    List<Part> parts,
    String optOut,
    @Nullable Instant found) {

  static final String SID = "MessageSid";
  static final String FROM = "From";
  static final String BODY = "Body";
  static final String FILES = "NumMedia";
  static final String FOUND = "FoundSentAt";

  /** Twilio takes no more with one message. */
  private static final int MOST_FILES = 10;

  private static final int LONGEST_BODY = 1_600;

  Sms {
    parts = List.copyOf(parts);
  }

  /** Empty when it does not say which message it is or who sent it. */
  static Optional<Sms> of(Form form) {
    String sid = form.text(SID);
    String from = form.text(FROM);
    if (!sid.matches("[A-Za-z0-9]{4,64}") || from.isBlank() || from.length() > 64) {
      return Optional.empty();
    }
    String body = form.text(BODY);
    int files = Math.min(form.number(FILES), MOST_FILES);
    return Optional.of(
        new Sms(
            sid,
            from,
            body.substring(0, Math.min(body.length(), LONGEST_BODY)),
            files,
            IntStream.range(0, files)
                .mapToObj(i -> Part.of(form, i))
                .flatMap(Optional::stream)
                .toList(),
            form.text("OptOutType"),
            instant(form.text(FOUND))));
  }

  private static @Nullable Instant instant(String text) {
    try {
      return text.isEmpty() ? null : Instant.parse(text);
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  /** Whose message it is; not what it says. */
  @Override
  public String toString() {
    return "Sms[" + sid + "]";
  }

  /** A file at Twilio. */
  record Part(URI url, String type) {

    private static Optional<Part> of(Form form, int index) {
      try {
        String url = form.text("MediaUrl" + index);
        return url.isEmpty()
            ? Optional.empty()
            : Optional.of(new Part(URI.create(url), form.text("MediaContentType" + index)));
      } catch (IllegalArgumentException noUrl) {
        return Optional.empty();
      }
    }
  }
}
