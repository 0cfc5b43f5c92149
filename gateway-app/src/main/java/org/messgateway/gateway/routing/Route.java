package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.messgateway.gateway.queue.WantedDelivery;

/**
 * What should exist for a thread, why something waits, and when to ask again.
 *
 * @param wanted deliveries that should exist; those with a later due time wait in the queue
 * @param holds why nothing, or not yet, goes out; empty when all that can go may go
 * @param nextLook the earliest instant at which the same question may be answered differently by
 *     itself; empty when only a change of thread, catalogue, dependencies or deliveries can
 * @param reasons who is told and who is not, and why
 * @param round how often the thread has been free to claim
 * @param deadline until when it is of use
 * @param dependsOn ids of the threads it waits for, as they are written: their ends concern it
 * @param holder who has it, or had it when it ended
 */
public record Route(
    List<WantedDelivery> wanted,
    List<Hold> holds,
    Optional<Instant> nextLook,
    Reasons reasons,
    int round,
    Optional<Instant> deadline,
    Set<String> dependsOn,
    Optional<String> holder) {

  public Route {
    wanted = List.copyOf(wanted);
    holds = List.copyOf(holds);
    dependsOn = Set.copyOf(dependsOn);
  }

  /** Who is told and who is not, and why. */
  public Explanation explanation() {
    return reasons.explanation();
  }

  /** The same for whoever keeps it for a while: it says no reasons, and holds no thread. */
  public Route withoutReasons() {
    return new Route(wanted, holds, nextLook, Reasons.NONE, round, deadline, dependsOn, holder);
  }

  /** The first hold that somebody has to do something about; for log, history and the row. */
  public Optional<Hold> trouble() {
    return holds.stream().filter(hold -> hold.kind().trouble()).findFirst();
  }
}
