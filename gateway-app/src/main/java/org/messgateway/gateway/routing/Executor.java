package org.messgateway.gateway.routing;

import java.time.ZoneId;
import java.util.List;
import org.messgateway.api.mess.Requirement;

/**
 * A person, robot or proxy.
 *
 * @param name what people call it; the id when nobody gave it a name
 * @param capabilities matched by exact id
 * @param access carried, not routed upon
 * @param zone for its hours and the times in its texts
 * @param seesThread whether it is shown other executors' answers ({@code sees: thread})
 */
public record Executor(
    String id,
    String name,
    List<Requirement> capabilities,
    List<String> access,
    Availability availability,
    NotifyPlan notifyPlan,
    Preferences preferences,
    ZoneId zone,
    boolean seesThread) {

  public Executor {
    capabilities = List.copyOf(capabilities);
    access = List.copyOf(access);
  }

  /** The same, told otherwise. */
  public Executor with(NotifyPlan otherPlan, Preferences otherPreferences) {
    return new Executor(
        id,
        name,
        capabilities,
        access,
        availability,
        otherPlan,
        otherPreferences,
        zone,
        seesThread);
  }
}
