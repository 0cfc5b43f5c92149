package org.messgateway.gateway.respond.page;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.format.ReadThread;
import org.messgateway.gateway.respond.page.TaskSheet.Query;
import org.messgateway.gateway.respond.page.TaskSheet.Said;

/** What was said on a thread after it was asked, as one of those concerned may read it. */
final class Conversation {

  private static final String EXCHANGE = "exchange";

  private final ReadThread read;
  private final Entries entries;
  private final String reader;
  private final boolean seesAll;
  private final UnaryOperator<String> names;

  /** By field, so that an answer can stand beside its question. */
  private final Map<String, String> asked = new HashMap<>();

  /**
   * @param reader executor who reads
   * @param seesAll whether others' answers are shown
   * @param names what people call an executor
   */
  Conversation(
      ReadThread read,
      Entries entries,
      String reader,
      boolean seesAll,
      UnaryOperator<String> names) {
    this.read = read;
    this.entries = entries;
    this.reader = reader;
    this.seesAll = seesAll;
    this.names = names;
  }

  List<Said> said() {
    List<Said> all = new ArrayList<>();
    for (ThreadMessage message : read.thread().messages()) {
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
        || read.thread().requestor().filter(from::equals).isPresent();
  }

  /** A status and the response beside it are one thing to a reader. */
  private List<Said> said(ThreadMessage message) {
    List<Said> all = new ArrayList<>();
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

  private static Said joined(Said status, Said response) {
    return new Said(
        status.from(),
        status.mine(),
        status.at(),
        status.kind(),
        Texts.paragraphs(status.text(), response.text()),
        response.entries(),
        status.questions());
  }

  private Optional<Said> said(ThreadMessage message, Payload payload) {
    return switch (payload) {
      case Payload.Status status when status.status() != ThreadStatus.PENDING ->
          Optional.of(status(message, status));
      case Payload.Response response ->
          Optional.of(said(message, "response", response.notes(), response.content(), List.of()));
      case Payload.Reply reply ->
          Optional.of(
              said(message, "reply", Texts.reply(reply, asked), reply.context(), List.of()));
      case Payload.Cancel cancel ->
          Optional.of(said(message, "cancelled", cancel.reason(), List.of(), List.of()));
      case Payload.Status _, Payload.Request _, Payload.Ack _, Payload.Other _ -> Optional.empty();
    };
  }

  private Said status(ThreadMessage message, Payload.Status status) {
    ThreadStatus known = status.status();
    List<Query> questions = Texts.questions(status.fields().get("questions"));
    questions.forEach(query -> asked.put(query.field(), query.question()));
    return said(
        message,
        known == null ? status.code() : known.code(),
        Texts.status(status),
        List.of(),
        questions);
  }

  private Said said(
      ThreadMessage message,
      String kind,
      @Nullable String text,
      List<ContentEntry> content,
      List<Query> questions) {
    String from = message.from() == null ? EXCHANGE : message.from();
    Instant at = message.received();
    return new Said(
        names.apply(from),
        from.equals(reader),
        at == null ? null : at.toString(),
        kind,
        text == null || text.isBlank() ? null : text,
        entries.of(content, message, read.messages().get(message.position())),
        questions);
  }
}
