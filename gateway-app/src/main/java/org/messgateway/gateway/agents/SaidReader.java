package org.messgateway.gateway.agents;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.EntryWords;
import org.messgateway.api.PlainText;
import org.messgateway.api.PlainWords;
import org.messgateway.api.Question;
import org.messgateway.api.ReviewWords;
import org.messgateway.api.SuggestionText;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.agents.AgentTask.Person;
import org.messgateway.gateway.agents.SaidMessage.SaidEntry;
import org.messgateway.gateway.agents.SaidMessage.Speaker;
import org.messgateway.gateway.exchange.view.NamedFiles;
import org.messgateway.gateway.exchange.view.NamedFiles.NamedFile;
import org.messgateway.gateway.protocol.Conversation;

/** Reads the messages of a thread as words of their writers. */
final class SaidReader {

  private final String agent;
  private final NamedFiles files;
  private final Function<String, Person> people;
  private final EntryWords words;

  SaidReader(String agent, NamedFiles files, Function<String, Person> people) {
    this.agent = agent;
    this.files = files;
    this.people = people;
    this.words = new EntryWords(agent);
  }

  List<SaidMessage> of(MessThread thread) {
    return thread.messages().stream().map(this::message).toList();
  }

  private SaidMessage message(ThreadMessage message) {
    String from = message.from();
    return new SaidMessage(
        message.position() + 1,
        from == null ? null : people.apply(from),
        speaker(from),
        message.received(),
        message.payloads().stream().map(payload -> entry(message, payload)).toList());
  }

  private Speaker speaker(@Nullable String from) {
    if (agent.equals(from)) {
      return Speaker.AGENT;
    }
    return Conversation.EXCHANGE.equals(from) ? Speaker.EXCHANGE : Speaker.OTHER;
  }

  private SaidEntry entry(ThreadMessage message, Payload payload) {
    Lines lines = new Lines(message);
    return switch (payload) {
      case Payload.Request request ->
          lines.text(request.intent()).content(request.context()).entry("request", "", false);
      case Payload.Status status ->
          lines.text(status.message()).fields(status).entry("status", status.code(), false);
      case Payload.Response response ->
          lines
              .content(response.content())
              .text(response.notes())
              .entry("response", "", response.partial());
      case Payload.Reply reply ->
          lines
              .named(reply.answers())
              .decision("confirm", reply.confirm())
              .decision("accept", reply.accept())
              .text(reply.reason())
              .content(reply.context())
              .entry("reply", "", false);
      case Payload.Cancel cancel -> lines.text(cancel.reason()).entry("cancel", "", false);
      case Payload.Ack _ -> lines.entry("ack", "", false);
      case Payload.Suggestion suggestion ->
          lines.text(SuggestionText.of(suggestion)).entry("suggestion", suggestion.type(), false);
      case Payload.Review review ->
          lines.all(ReviewWords.of(review)).text(review.feedback()).entry("review", "", false);
      case Payload.UnknownPayload unknown ->
          lines.text(PlainWords.of(unknown.value())).entry(unknown.type(), "", false);
    };
  }

  /** The texts and files of one entry. */
  private final class Lines {

    private final ThreadMessage message;
    private final List<String> texts = new ArrayList<>();
    private final List<String> named = new ArrayList<>();

    Lines(ThreadMessage message) {
      this.message = message;
    }

    Lines text(@Nullable String text) {
      String plain = text == null ? "" : PlainText.of(PlainWords.text(text)).strip();
      if (!plain.isEmpty()) {
        texts.add(plain);
      }
      return this;
    }

    Lines all(Collection<String> several) {
      several.forEach(this::text);
      return this;
    }

    Lines named(Map<String, Object> values) {
      values.forEach((key, value) -> text(key + ": " + PlainWords.of(value)));
      return this;
    }

    Lines decision(String name, @Nullable Boolean value) {
      return value == null ? this : text(name + ": " + value);
    }

    Lines fields(Payload.Status status) {
      List<Question> questions = Question.of(status);
      questions.forEach(question -> text(question.question()));
      status
          .fields()
          .forEach((key, value) -> {
            if (!key.equals("questions") || questions.isEmpty()) {
              text(PlainWords.words(key) + ": " + PlainWords.of(value));
            }
          });
      return this;
    }

    Lines content(List<ContentEntry> entries) {
      for (ContentEntry entry : entries) {
        Optional<NamedFile> file =
            entry instanceof Media media ? files.of(message.position(), media) : Optional.empty();
        if (file.isPresent()) {
          named.add(file.get().name());
        } else {
          text(words.of(entry));
        }
      }
      return this;
    }

    SaidEntry entry(String kind, String code, boolean partial) {
      return new SaidEntry(PlainText.line(kind), PlainText.line(code), partial, texts, named);
    }
  }
}
