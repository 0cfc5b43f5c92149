package org.messgateway.gateway.cli.task;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.EntryWords;
import org.messgateway.api.PlainWords;
import org.messgateway.api.Question;
import org.messgateway.api.ReviewWords;
import org.messgateway.api.SuggestionText;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.protocol.StatusCodes;

/**
 * One entry of a message as a person reads it. The words are those of its writer; they may hold any
 * character, and are shown by whoever makes them harmless.
 *
 * @param message index of the message, 0 for the first
 * @param at when it came; null where the thread does not say
 * @param by who wrote it; empty where the thread does not say
 * @param kind as written: {@code request}, {@code status}, {@code response} …
 * @param code of a status; empty for none
 * @param words one text for each thing that it says; files are left out
 */
record ConversationEntry(
    int message, @Nullable Instant at, String by, String kind, String code, List<String> words) {

  ConversationEntry {
    words = List.copyOf(words);
  }

  /** All entries of a thread but the exchange's acknowledgements, in document order. */
  static List<ConversationEntry> of(MessThread thread) {
    String requestor = thread.requestor().orElse("the requestor");
    return thread.messages().stream().flatMap(message -> of(message, requestor)).toList();
  }

  private static Stream<ConversationEntry> of(ThreadMessage message, String requestor) {
    EntryWords entries = new EntryWords(requestor);
    return message.payloads().stream()
        .filter(payload -> !silent(payload))
        .map(payload ->
            new ConversationEntry(
                message.position(),
                message.received(),
                message.from() == null ? "" : message.from(),
                kind(payload),
                payload instanceof Payload.Status status ? status.code() : "",
                words(payload, entries).filter(words -> !words.isBlank()).toList()));
  }

  /** What only tells that something arrived, and the version. */
  private static boolean silent(Payload payload) {
    return switch (payload) {
      case Payload.Ack _ -> true;
      case Payload.Status status ->
          status.code().equals(StatusCodes.RECEIVED) && status.message() == null;
      case Payload.UnknownPayload unknown -> unknown.type().equals("v");
      default -> false;
    };
  }

  private static String kind(Payload payload) {
    return payload instanceof Payload.UnknownPayload unknown
        ? unknown.type()
        : payload.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  private static Stream<String> words(Payload payload, EntryWords entries) {
    return switch (payload) {
      case Payload.Request request ->
          Stream.concat(Stream.of(request.intent()), content(request.context(), entries));
      case Payload.Status status -> status(status).stream();
      case Payload.Response response ->
          Stream.concat(content(response.content(), entries), Stream.ofNullable(response.notes()));
      case Payload.Reply reply -> reply(reply, entries);
      case Payload.Cancel cancel -> Stream.ofNullable(cancel.reason());
      case Payload.Suggestion suggestion -> Stream.of(SuggestionText.of(suggestion));
      case Payload.Review review ->
          Stream.concat(ReviewWords.of(review).stream(), Stream.ofNullable(review.feedback()));
      case Payload.UnknownPayload unknown -> Stream.of(PlainWords.of(unknown.value()));
      case Payload.Ack _ -> Stream.empty();
    };
  }

  private static Stream<String> content(List<ContentEntry> content, EntryWords entries) {
    return content.stream()
        .filter(
            entry -> !(entry instanceof ContentEntry.Media media && AttachedFile.holdsBytes(media)))
        .map(entries::of);
  }

  private static List<String> status(Payload.Status status) {
    List<String> words = new ArrayList<>();
    if (status.message() != null) {
      words.add(status.message());
    }
    for (Question question : Question.of(status)) {
      words.add(
          question.options().isEmpty()
              ? question.question()
              : question.question() + " (" + String.join(", ", question.options()) + ")");
    }
    for (Map.Entry<String, Object> field : status.fields().entrySet()) {
      if (!field.getKey().equals("questions")) {
        words.add(PlainWords.words(field.getKey()) + ": " + PlainWords.of(field.getValue()));
      }
    }
    return words;
  }

  private static Stream<String> reply(Payload.Reply reply, EntryWords entries) {
    List<String> words = new ArrayList<>();
    reply
        .answers()
        .forEach((field, value) ->
            words.add(
                field.equals("answer")
                    ? PlainWords.of(value)
                    : field + ": " + PlainWords.of(value)));
    if (reply.confirm() != null) {
      words.add(reply.confirm() ? "Yes, go ahead." : "No.");
    }
    if (reply.accept() != null) {
      words.add((reply.accept() ? "Accepts " : "Rejects ") + String.join(", ", reply.re()));
    }
    if (reply.reason() != null) {
      words.add(reply.reason());
    }
    return Stream.concat(words.stream(), content(reply.context(), entries));
  }
}
