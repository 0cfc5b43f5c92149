package org.messgateway.gateway.http.page;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Question;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.exchange.format.ParsedThread;
import org.messgateway.gateway.http.page.TaskSheet.SheetMessage;

/** The messages of a thread after its request, as one executor may read them. */
final class PageConversation {

  private static final String EXCHANGE = "exchange";

  private final ParsedThread parsed;
  private final PageEntries entries;
  private final String reader;
  private final boolean seesAll;
  private final UnaryOperator<String> names;
  private final PageTexts pageTexts;

  /** By field, so that an answer can stand beside its question. */
  private final Map<String, Question> asked = new HashMap<>();

  /**
   * @param reader executor that reads
   * @param seesAll whether others' answers are shown
   * @param names from executors' ids to names
   * @param texts of the reader
   */
  PageConversation(
      ParsedThread parsed,
      PageEntries entries,
      String reader,
      boolean seesAll,
      UnaryOperator<String> names,
      Texts texts) {
    this.parsed = parsed;
    this.entries = entries;
    this.reader = reader;
    this.seesAll = seesAll;
    this.names = names;
    this.pageTexts = new PageTexts(texts);
  }

  List<SheetMessage> said() {
    List<SheetMessage> all = new ArrayList<>();
    for (ThreadMessage message : parsed.thread().messages()) {
      if (concerns(message)) {
        all.addAll(said(message));
      }
    }
    return all;
  }

  private boolean concerns(ThreadMessage message) {
    String from = message.from();
    return seesAll
        || from == null
        || from.equals(reader)
        || from.equals(EXCHANGE)
        || parsed.thread().requestor().filter(from::equals).isPresent();
  }

  /** A status and the response beside it are one thing to a reader. */
  private List<SheetMessage> said(ThreadMessage message) {
    List<SheetMessage> all = new ArrayList<>();
    for (Payload payload : message.payloads()) {
      said(message, payload)
          .ifPresent(next -> {
            boolean joins = !all.isEmpty() && next.kind().equals("response");
            if (joins) {
              all.addLast(joined(all.removeLast(), next));
            } else {
              all.add(next);
            }
          });
    }
    return all;
  }

  private static SheetMessage joined(SheetMessage status, SheetMessage response) {
    return new SheetMessage(
        status.from(),
        status.mine(),
        status.at(),
        status.kind(),
        PageTexts.paragraphs(status.text(), response.text()),
        response.entries(),
        status.questions());
  }

  private Optional<SheetMessage> said(ThreadMessage message, Payload payload) {
    return switch (payload) {
      case Payload.Status status when status.status() != ThreadStatus.PENDING ->
          Optional.of(status(message, status));
      case Payload.Response response ->
          Optional.of(said(message, "response", response.notes(), response.content(), List.of()));
      case Payload.Reply reply ->
          Optional.of(
              said(message, "reply", pageTexts.reply(reply, asked), reply.context(), List.of()));
      case Payload.Cancel cancel ->
          Optional.of(said(message, "cancelled", cancel.reason(), List.of(), List.of()));
      case Payload.Suggestion suggestion ->
          Optional.of(
              said(message, "suggested", pageTexts.suggestion(suggestion), List.of(), List.of()));
      case Payload.Review review ->
          Optional.of(said(message, "reviewed", pageTexts.review(review), List.of(), List.of()));
      case Payload.Status _, Payload.Request _, Payload.Ack _, Payload.UnknownPayload _ ->
          Optional.empty();
    };
  }

  private SheetMessage status(ThreadMessage message, Payload.Status status) {
    ThreadStatus known = status.status();
    List<Question> questions = Question.of(status);
    questions.forEach(question -> asked.put(question.field(), question));
    return said(
        message,
        known == null ? status.code() : known.code(),
        pageTexts.status(status),
        List.of(),
        questions);
  }

  private SheetMessage said(
      ThreadMessage message,
      String kind,
      @Nullable String text,
      List<ContentEntry> content,
      List<Question> questions) {
    String from = message.from() == null ? EXCHANGE : message.from();
    Instant at = message.received();
    return new SheetMessage(
        names.apply(from),
        from.equals(reader),
        at == null ? null : at.toString(),
        kind,
        text == null || text.isBlank() ? null : text,
        entries.of(content, message, parsed.messages().get(message.position())),
        questions);
  }
}
