package org.messgateway.gateway.routing;

import java.util.List;
import org.messgateway.api.mess.Priority;

/** Why an executor is not notified of a request. */
public sealed interface Exclusion {

  /** The executor lacks required capabilities. */
  record MissingCapabilities(List<String> capabilities) implements Exclusion {}

  /** The executor is the requestor. */
  record IsRequestor() implements Exclusion {}

  /** The executor declined in this round. */
  record AlreadyDeclined() implements Exclusion {}

  /** The request's priority is below the executor's minimum. */
  record BelowMinimum(Priority minimum) implements Exclusion {}

  /** The request requires none of the executor's {@code capability_filter}. */
  record OutsideFilter(List<String> filter) implements Exclusion {}

  /** None of the executor's channels is configured; it may have no address at all. */
  record NoChannel(List<String> unknown) implements Exclusion {}

  /** People opted out of these channels, and the executor has no other. */
  record OptedOutOfChannels(List<String> channels) implements Exclusion {}

  /** The executor is on demand, and no rule names it. */
  record OnDemandOnly() implements Exclusion {}

  /** The executor is able, but the rule that decided does not name it. */
  record NotInRule() implements Exclusion {}

  /**
   * The task requires nothing, and others are left to be told.
   *
   * @param ownWish whether the executor's own configuration says so; else because only machines
   *     read its channels
   */
  record RequiresNothing(boolean ownWish) implements Exclusion {}

  /** The executor is able, but the rule's policy prefers others. */
  record OthersPreferred(String policy, List<String> preferred) implements Exclusion {}

  /** The exchange chose another executor. */
  record OtherChosen(String chosen) implements Exclusion {}

  /** A predicate that follows the executor's name: "lacks vacuum-floor". */
  default String sentence() {
    return switch (this) {
      case MissingCapabilities lacks -> "lacks " + String.join(", ", lacks.capabilities);
      case IsRequestor _ -> "asked itself";
      case AlreadyDeclined _ -> "passed on it";
      case BelowMinimum below ->
          "is not to be told of anything below its minimum priority " + below.minimum.code();
      case OutsideFilter filtered ->
          "wants only requests that need one of " + String.join(", ", filtered.filter);
      case NoChannel none when none.unknown.isEmpty() -> "has no address";
      case NoChannel none ->
          "has addresses only on channels that are not configured: "
              + String.join(", ", none.unknown);
      case OptedOutOfChannels out -> "opted out of " + String.join(", ", out.channels);
      case OnDemandOnly _ -> "is on demand and no rule names it";
      case RequiresNothing spared ->
          (spared.ownWish
                  ? "wants no tasks that require nothing (any_task: false), unless nobody else is"
                      + " left"
                  : "is not told of a task that requires nothing, as only machines read its"
                      + " channels, unless nobody else is left")
              + ": require a capability, name it in a rule, or write any_task: true for it";
      case NotInRule _ -> "is able, but the rule does not name it";
      case OthersPreferred others ->
          "is able, but " + others.policy + " prefers " + String.join(", ", others.preferred);
      case OtherChosen other -> "is not told, because the exchange chose " + other.chosen;
    };
  }
}
