package org.messgateway.gateway.mcp.tools;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.agents.AgentTask;
import org.messgateway.gateway.agents.OpenMatter;
import org.messgateway.gateway.agents.OpenMatter.Kind;

/**
 * The form that asks the person in front of the client what somebody wants to know. All questions
 * of a task are one form, because any reply settles all of them.
 */
final class QuestionForm {

  private static final String ANSWER = "answer";
  private static final String CONFIRM = "confirm";
  private static final String ACCEPT = "accept";
  private static final int LONGEST = 1_000;

  private final AgentTask task;
  private final List<OpenMatter> matters;
  private final OpenMatter first;

  private QuestionForm(AgentTask task, List<OpenMatter> matters) {
    this.task = task;
    this.matters = matters;
    this.first = matters.getFirst();
  }

  /** The forms for all that a task waits for its agent to decide. */
  static List<QuestionForm> of(AgentTask task) {
    List<OpenMatter> questions = new ArrayList<>();
    List<QuestionForm> forms = new ArrayList<>();
    for (OpenMatter matter : task.open()) {
      if (matter.kind() == Kind.QUESTION) {
        questions.add(matter);
      } else {
        forms.add(new QuestionForm(task, List.of(matter)));
      }
    }
    if (!questions.isEmpty()) {
      forms.addFirst(new QuestionForm(task, List.copyOf(questions)));
    }
    return forms;
  }

  /** What the person reads: who asks, about what, and the words of that one in quotes. */
  String message() {
    String who = OthersWords.line(first.from().name());
    String verb =
        switch (first.kind()) {
          case QUESTION -> "asks";
          case CONFIRMATION -> "wants a yes or no";
          case SUGGESTION -> "suggests something else";
        };
    String words =
        matters.stream()
            .map(OpenMatter::text)
            .filter(text -> !text.isBlank())
            .map(text -> "\n“" + OthersWords.cut(OthersWords.text(text), LONGEST) + "”")
            .collect(Collectors.joining());
    return "%s %s, about “%s”:%s\nWhat you answer is sent to %s. Enter no password."
        .formatted(who, verb, OthersWords.line(task.intent()), words, who);
  }

  Map<String, Object> schema() {
    Schema schema = Schema.output();
    switch (first.kind()) {
      case QUESTION -> {
        for (int i = 0; i < matters.size(); i++) {
          question(schema, name(i), matters.get(i));
        }
        schema.require(name(0));
      }
      case CONFIRMATION -> schema.truth(CONFIRM, "Yes?").require(CONFIRM);
      case SUGGESTION -> schema.truth(ACCEPT, "Accept it?").require(ACCEPT);
    }
    return schema.map();
  }

  private void question(Schema schema, String name, OpenMatter question) {
    String about = matters.size() == 1 ? "Your answer" : OthersWords.line(question.text());
    if (question.options().isEmpty()) {
      schema.text(name, about);
    } else {
      schema.choice(name, about, question.options());
    }
  }

  private String name(int question) {
    return matters.size() == 1 ? ANSWER : ANSWER + "_" + (question + 1);
  }

  /** The reply as it was filled in; empty where the form was left empty. */
  Optional<Map<String, @Nullable Object>> reply(Map<String, Object> content) {
    return switch (first.kind()) {
      case QUESTION -> answers(content);
      case CONFIRMATION -> truth(CONFIRM, content);
      case SUGGESTION -> truth(ACCEPT, content);
    };
  }

  private Optional<Map<String, @Nullable Object>> answers(Map<String, Object> content) {
    Map<String, @Nullable Object> answers = new LinkedHashMap<>();
    List<String> unnamed = new ArrayList<>();
    for (int i = 0; i < matters.size(); i++) {
      Object answer = content.get(name(i));
      if (answer == null || answer.toString().isBlank()) {
        continue;
      }
      if (matters.get(i).field().isEmpty()) {
        unnamed.add(answer.toString());
      } else {
        answers.put(matters.get(i).field(), answer);
      }
    }
    Map<String, @Nullable Object> reply = new LinkedHashMap<>();
    reply.put("re", first.id());
    if (!answers.isEmpty()) {
      reply.put("answers", answers);
    }
    if (!unnamed.isEmpty()) {
      reply.put("context", unnamed);
    }
    return reply.size() == 1 ? Optional.empty() : Optional.of(entry(reply));
  }

  private Optional<Map<String, @Nullable Object>> truth(String name, Map<String, Object> content) {
    if (!(content.get(name) instanceof Boolean decided)) {
      return Optional.empty();
    }
    Map<String, @Nullable Object> reply = new LinkedHashMap<>();
    reply.put("re", first.id());
    reply.put(name, decided);
    return Optional.of(entry(reply));
  }

  private static Map<String, @Nullable Object> entry(Map<String, @Nullable Object> reply) {
    Map<String, @Nullable Object> entry = new LinkedHashMap<>();
    entry.put("reply", reply);
    return entry;
  }

  /** What tells this form from others, also from the same asked again. */
  String key() {
    return task.exchange()
        + "\n"
        + task.ref()
        + matters.stream()
            .map(matter ->
                "\n%s\n%s\n%s\n%s"
                    .formatted(matter.id(), matter.kind().code(), matter.at(), matter.text()))
            .collect(Collectors.joining());
  }
}
