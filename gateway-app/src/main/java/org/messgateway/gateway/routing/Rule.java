package org.messgateway.gateway.routing;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One routing rule. Source: protocol §7.4, docs/rules.md#who-is-told.
 *
 * @param where place in the configuration, for {@code explain}: {@code config.yaml:31}
 * @param match condition; nulls match everything
 * @param prefer executors notified at once
 * @param steps executors notified later, each counted from the thread's earliest start
 */
public record Rule(String where, Match match, Choice prefer, List<Step> steps) {

  /** The rule when no default is configured: all able executors. */
  public static final Rule EVERYONE =
      new Rule("no rule", new Match(null, null, null), new Choice.Everyone(), List.of());

  public Rule {
    steps = List.copyOf(steps);
  }

  /** Null matches everything; {@code capability} matches when any required capability equals it. */
  public record Match(
      @Nullable String capability, @Nullable String urgency, @Nullable String precision) {}

  /** A choice of executors. */
  public sealed interface Choice {

    /** These executors, as far as they exist and are able. */
    record Named(List<String> executors) implements Choice {

      public Named {
        executors = List.copyOf(executors);
      }
    }

    /** All able executors that are not on demand. */
    record Everyone() implements Choice {}

    /** The best of others, by their performance; all of these where too little is known of one. */
    record Best(Policy policy, Choice among) implements Choice {}
  }

  /** By what executors are preferred. Source: protocol §7.4, docs/rules.md#performance. */
  public enum Policy {
    LOWER_LATENCY,
    HIGHER_PRECISION;

    /** As it is written in a rule. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Further executors, notified {@code after} so long. */
  public record Step(Choice then, Duration after) {}
}
