package org.messgateway.gateway.agents;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.PlainText;
import org.messgateway.api.PlainWords;
import org.messgateway.api.Question;
import org.messgateway.api.SuggestionText;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.agents.AgentTask.Person;
import org.messgateway.gateway.exchange.format.YamlWriter;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.SuggestionState;

/** What the agent of a thread has to decide, and how it says so. */
final class OpenMatters {

  private static final String YOURS = "YOUR ANSWER";

  private final MessThread thread;
  private final Function<String, Person> people;
  private final String exchange;

  /**
   * @param exchange name of the one that replies are sent to; empty where there is no other
   */
  OpenMatters(MessThread thread, Function<String, Person> people, String exchange) {
    this.thread = thread;
    this.people = people;
    this.exchange = exchange;
  }

  /**
   * Reads what stands open.
   *
   * @param suggestions that wait for an answer, as {@code OpenSuggestions} has them
   */
  List<OpenMatter> of(Conversation now, List<Map<String, Object>> suggestions) {
    List<OpenMatter> open = new ArrayList<>();
    if (!now.status().ended()) {
      switch (now.question()) {
        case INPUT -> last(ThreadStatus.NEEDS_INPUT).ifPresent(asked -> open.addAll(asked.each()));
        case CONFIRMATION ->
            last(ThreadStatus.NEEDS_CONFIRMATION).ifPresent(asked -> open.add(asked.whole()));
        case NONE, REFUSED -> {}
      }
      suggestions.forEach(each -> open.add(suggestion(each)));
    }
    return open;
  }

  private Optional<Asked> last(ThreadStatus code) {
    Predicate<Payload.Status> asks = said -> said.status() == code;
    return thread.messages().reversed().stream()
        .flatMap(message ->
            message.payloads(Payload.Status.class).reversed().stream()
                .filter(asks)
                .map(said -> new Asked(message, said)))
        .findFirst();
  }

  private static String plain(@Nullable Object value) {
    return PlainText.of(PlainWords.of(value)).strip();
  }

  private String reply(Map<String, Object> members) {
    String reply = YamlWriter.write(Map.of("MESS", List.of(Map.of("reply", members))));
    return exchange.isEmpty() ? reply : reply + "# exchange: " + exchange + "\n";
  }

  /** A status that asks. */
  private final class Asked {

    private final ThreadMessage message;
    private final Payload.Status said;

    Asked(ThreadMessage message, Payload.Status said) {
      this.message = message;
      this.said = said;
    }

    private Person by() {
      String by = said.executor() != null ? said.executor() : message.from();
      return people.apply(by == null ? "somebody" : by);
    }

    /** One for each question; any reply settles all of them, so each reply names all. */
    List<OpenMatter> each() {
      List<Question> questions = Question.of(said);
      if (questions.isEmpty()) {
        return List.of(matter(OpenMatter.Kind.QUESTION, words(), "", List.of(), free()));
      }
      boolean named = questions.stream().noneMatch(question -> question.field().isEmpty());
      String reply = named ? named(questions) : free();
      return questions.stream()
          .map(question ->
              matter(
                  OpenMatter.Kind.QUESTION,
                  plain(question.question()),
                  PlainText.line(question.field()),
                  question.options().stream().map(OpenMatters::plain).toList(),
                  reply))
          .toList();
    }

    OpenMatter whole() {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("re", thread.ref());
      members.put("confirm", true);
      return matter(OpenMatter.Kind.CONFIRMATION, words(), "", List.of(), reply(members));
    }

    private OpenMatter matter(
        OpenMatter.Kind kind, String text, String field, List<String> options, String reply) {
      return new OpenMatter(
          kind, thread.ref(), by(), message.received(), text, field, options, reply);
    }

    private String named(List<Question> questions) {
      Map<String, Object> answers = new LinkedHashMap<>();
      questions.forEach(question -> answers.put(PlainText.line(question.field()), YOURS));
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("re", thread.ref());
      members.put("answers", answers);
      return reply(members);
    }

    private String free() {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("re", thread.ref());
      members.put("context", List.of(YOURS));
      return reply(members);
    }

    /** Its message, then what else it says. */
    private String words() {
      List<String> lines = new ArrayList<>();
      if (said.message() != null) {
        lines.add(plain(said.message()));
      }
      said.fields()
          .forEach((key, value) -> {
            if (!key.equals("questions")) {
              lines.add(plain(PlainWords.words(key)) + ": " + plain(value));
            }
          });
      return String.join("\n", lines);
    }
  }

  private OpenMatter suggestion(Map<String, Object> waiting) {
    String id = String.valueOf(waiting.get("id"));
    Optional<SuggestionState> here =
        SuggestionState.of(thread).stream().filter(each -> each.id().equals(id)).findFirst();
    @Nullable Instant at =
        here.map(state -> thread.messages().get(state.position()).received()).orElse(null);
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("re", id);
    members.put("accept", true);
    return new OpenMatter(
        OpenMatter.Kind.SUGGESTION,
        PlainText.line(id),
        people.apply(String.valueOf(waiting.get("by"))),
        at,
        here.map(state -> PlainText.of(SuggestionText.of(state.said())))
            .orElseGet(() -> words(waiting)),
        "",
        List.of(),
        reply(members));
  }

  /** One that stands in another thread. */
  private static String words(Map<String, Object> waiting) {
    String why = waiting.containsKey("reason") ? " - " + plain(waiting.get("reason")) : "";
    return plain(waiting.get("type")) + ": " + plain(waiting.get("proposed")) + why;
  }
}
