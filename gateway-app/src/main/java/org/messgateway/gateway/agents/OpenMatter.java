package org.messgateway.gateway.agents;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.agents.AgentTask.Person;

/**
 * Something in a task that only its agent can decide.
 *
 * @param id what the reply refers to: the task's ref, or the suggestion's id
 * @param from who asks
 * @param at when; null where the thread does not say
 * @param text the asker's words; empty for none
 * @param field under which an answer to a question is sent, the asker's word; empty for none
 * @param options the asker's, to choose from; empty for any answer
 * @param reply MESS in YAML that answers it, to be completed and sent: {@code MESS: [reply: …]}.
 *     What the asker wrote stands in it quoted. Of several exchanges a comment names the one
 */
public record OpenMatter(
    Kind kind,
    String id,
    Person from,
    @Nullable Instant at,
    String text,
    String field,
    List<String> options,
    String reply) {

  public OpenMatter {
    options = List.copyOf(options);
  }

  /** What is to be decided. */
  public enum Kind {
    /** {@code needs_input}: any answer. */
    QUESTION,
    /** {@code needs_confirmation}: yes or no. */
    CONFIRMATION,
    /** A proposal: yes or no. */
    SUGGESTION;

    private final String code = name().toLowerCase(Locale.ROOT);

    /** In JSON: {@code question}. */
    public String code() {
      return code;
    }
  }
}
