package org.messgateway.gateway.cli.task;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.command.CommandFailure;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reply}: what the requestor answers to a question, a confirmation or a suggestion. */
@CommandLine.Command(
    name = "reply",
    description = {
      "Answers a question that stands open in a task, as its requestor, or adds words to it.",
      "`show REF` says what stands open."
    })
public final class ReplyCommand extends RequestorCommand {

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TEXT",
      description = "The answer; with --no and --reject the reason.")
  private @Nullable String text;

  @Option(
      names = "--field",
      paramLabel = "FIELD=VALUE",
      description = "The answer to one of several questions; may be repeated.")
  private Map<String, String> fields = new LinkedHashMap<>();

  @ArgGroup(exclusive = true)
  private @Nullable Decision decision;

  /** A yes or a no. */
  static final class Decision {

    @Option(names = "--confirm", description = "Yes, go ahead.")
    private boolean confirm;

    @Option(names = "--no", description = "No, do not.")
    @SuppressWarnings("UnusedVariable") // Picocli takes one of the four: no is what is not confirm.
    private boolean no;

    @Option(names = "--accept", paramLabel = "ID", description = "Yes to this suggestion.")
    private @Nullable String accept;

    @Option(names = "--reject", paramLabel = "ID", description = "No to this suggestion.")
    private @Nullable String reject;
  }

  @Override
  Map<String, Object> entry(FoundTask task) {
    Map<String, Object> reply = new LinkedHashMap<>();
    Decision decided = decision;
    if (decided == null) {
      answer(task, reply);
    } else {
      decide(decided, task, reply);
      if (!fields.isEmpty()) {
        reply.put("answers", fields);
      }
      Optional.ofNullable(text).ifPresent(reason -> reply.put("reason", reason));
    }
    return Map.of("reply", reply);
  }

  private static void decide(Decision decided, FoundTask task, Map<String, Object> reply) {
    String suggestion = decided.accept == null ? decided.reject : decided.accept;
    if (suggestion == null) {
      reply.put("re", task.ref());
      reply.put("confirm", decided.confirm);
    } else {
      reply.put("re", suggestion);
      reply.put("accept", decided.accept != null);
    }
  }

  private void answer(FoundTask task, Map<String, Object> reply) {
    reply.put("re", task.ref());
    Map<String, Object> answers = new LinkedHashMap<>(fields);
    List<StandingQuestion> asked =
        StandingQuestion.of(task).stream()
            .filter(each -> each.kind() == StandingQuestion.Kind.INPUT)
            .toList();
    if (text != null && fields.isEmpty() && !asked.isEmpty()) {
      List<String> names = asked.getFirst().fields();
      if (names.size() > 1) {
        throw CommandFailure.usage(
            "There are several questions: answer each by its --field, " + names + ".");
      }
      answers.put(names.isEmpty() ? "answer" : names.getFirst(), text);
    } else if (text != null) {
      reply.put("context", List.of(text));
    }
    if (!answers.isEmpty()) {
      reply.put("answers", answers);
    }
    if (answers.isEmpty() && text == null) {
      throw CommandFailure.usage("Say what is answered: TEXT, --field, --confirm, --no …");
    }
  }
}
