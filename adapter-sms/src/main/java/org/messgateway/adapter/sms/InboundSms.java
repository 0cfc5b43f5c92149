package org.messgateway.adapter.sms;

import java.net.URI;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A received message, from a callback or a poll.
 *
 * @param sid Twilio's id of the message
 * @param from the sender's number
 * @param body the text; empty when the person sent only files
 * @param files the number of files
 * @param parts the files with known URLs: all of a callback, none of a polled message
 * @param optOut STOP, START or HELP when Twilio recognised and answered it; else empty
 * @param found the time of sending of a polled message; null for a callback
 */
record InboundSms(
    String sid,
    String from,
    String body,
    int files,
    List<MediaPart> parts,
    String optOut,
    @Nullable Instant found) {

  static final String SID = "MessageSid";
  static final String FROM = "From";
  static final String BODY = "Body";
  static final String FILES = "NumMedia";
  static final String FOUND = "FoundSentAt";

  /** The form of {@link #sid}. */
  static final String SID_FORM = "(SM|MM)[0-9a-f]{32}";

  /** Twilio's limit of files per message. */
  private static final int MOST_FILES = 10;

  private static final int LONGEST_BODY = 1_600;

  InboundSms {
    parts = List.copyOf(parts);
  }

  /** The message of a form; empty when the form names no message or no sender. */
  static Optional<InboundSms> of(PostedForm form) {
    String sid = form.text(SID);
    String from = form.text(FROM);
    if (!sid.matches(SID_FORM) || from.isBlank() || from.length() > 64) {
      return Optional.empty();
    }
    String body = form.text(BODY);
    int files = Math.min(form.number(FILES), MOST_FILES);
    return Optional.of(
        new InboundSms(
            sid,
            from,
            body.substring(0, Math.min(body.length(), LONGEST_BODY)),
            files,
            IntStream.range(0, files)
                .mapToObj(i -> MediaPart.of(form, i))
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

  /** The id and the sender, without the text. */
  @Override
  public String toString() {
    return "Sms[" + sid + "]";
  }

  /** A file at Twilio. */
  record MediaPart(URI url, String type) {

    private static Optional<MediaPart> of(PostedForm form, int index) {
      try {
        String url = form.text("MediaUrl" + index);
        return url.isEmpty()
            ? Optional.empty()
            : Optional.of(new MediaPart(URI.create(url), form.text("MediaContentType" + index)));
      } catch (IllegalArgumentException noUrl) {
        return Optional.empty();
      }
    }
  }
}
