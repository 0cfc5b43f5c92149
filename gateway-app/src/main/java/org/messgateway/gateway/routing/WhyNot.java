package org.messgateway.gateway.routing;

import java.util.List;
import org.messgateway.api.mess.Priority;

/** Why an executor is not told of a request. */
public sealed interface WhyNot {

  /** It does not claim all that is required. */
  record Lacks(List<String> capabilities) implements WhyNot {}

  /** It asked itself. */
  record Asked() implements WhyNot {}

  /** It passed on it since it was free to claim. */
  record Declined() implements WhyNot {}

  /** The request presses less than it wants to be bothered with. */
  record BelowMinimum(Priority minimum) implements WhyNot {}

  /** The request needs none of what it filters for. */
  record Filtered(List<String> filter) implements WhyNot {}

  /** None of its channels is configured; it may have none at all. */
  record NoChannel(List<String> unknown) implements WhyNot {}

  /** Its people told these channels not to let us through, and it has no other. */
  record OptedOut(List<String> channels) implements WhyNot {}

  /** On demand, and no rule names it. */
  record OnDemand() implements WhyNot {}

  /** Able, but the rule that decided does not name it. */
  record NotNamed() implements WhyNot {}

  /** The exchange chose another. */
  record OtherChosen(String chosen) implements WhyNot {}

  /** As it follows an executor's name: "lacks vacuum-floor". */
  default String sentence() {
    return switch (this) {
      case Lacks lacks -> "lacks " + String.join(", ", lacks.capabilities);
      case Asked _ -> "asked itself";
      case Declined _ -> "passed on it";
      case BelowMinimum below ->
          "is not to be told of anything below its minimum priority " + below.minimum.code();
      case Filtered filtered ->
          "wants only requests that need one of " + String.join(", ", filtered.filter);
      case NoChannel none when none.unknown.isEmpty() -> "has no address";
      case NoChannel none ->
          "has addresses only on channels that are not configured: "
              + String.join(", ", none.unknown);
      case OptedOut out -> "opted out of " + String.join(", ", out.channels);
      case OnDemand _ -> "is on demand and no rule names it";
      case NotNamed _ -> "is able, but the rule does not name it";
      case OtherChosen other -> "is not told, because the exchange chose " + other.chosen;
    };
  }
}
