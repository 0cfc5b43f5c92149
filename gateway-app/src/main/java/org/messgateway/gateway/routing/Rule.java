package org.messgateway.gateway.routing;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One routing rule. Source: plan Component 3 (Router), protocol §7.4, DESIGN §5.
 *
 * @param where where it is written, for {@code explain}: {@code config.yaml:31}
 * @param match what it matches; nulls match everything
 * @param prefer who is told at once
 * @param steps who is told next, each counted from when the thread was free to be told
 */
public record Rule(String where, Match match, Choice prefer, List<Step> steps) {

  /** What holds when no default is written: all who are able. */
  public static final Rule EVERYONE =
      new Rule("no rule", new Match(null, null, null), new Choice.Everyone(), List.of());

  public Rule {
    steps = List.copyOf(steps);
  }

  /** Null matches everything; {@code capability} matches when any required capability equals it. */
  public record Match(
      @Nullable String capability, @Nullable String urgency, @Nullable String precision) {}

  /** Who. */
  public sealed interface Choice {

    /** These, as far as they exist and are able. */
    record Named(List<String> executors) implements Choice {

      public Named {
        executors = List.copyOf(executors);
      }
    }

    /**
     * All who are able, but those on demand; also what the policy words of the protocol come to.
     */
    record Everyone() implements Choice {}
  }

  /** Then these too, after so long. */
  public record Step(Choice then, Duration after) {}
}
