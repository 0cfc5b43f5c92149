package org.messgateway.gateway.routing;

import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.Address;
import org.messgateway.api.mess.Requirement;
import org.messgateway.api.text.Texts;

/**
 * A person, robot or proxy.
 *
 * @param name what people call it; the id when nobody gave it a name
 * @param capabilities matched by exact id
 * @param access carried, without effect on routing
 * @param zone for its hours and the times in its texts
 * @param seesThread whether the executor sees answers of others ({@code sees: thread})
 * @param texts what it reads, in its language
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
    boolean seesThread,
    Texts texts) {

  /** An executor that reads English. */
  public Executor(
      String id,
      String name,
      List<Requirement> capabilities,
      List<String> access,
      Availability availability,
      NotifyPlan notifyPlan,
      Preferences preferences,
      ZoneId zone,
      boolean seesThread) {
    this(
        id,
        name,
        capabilities,
        access,
        availability,
        notifyPlan,
        preferences,
        zone,
        seesThread,
        Texts.ENGLISH);
  }

  public Executor {
    capabilities = List.copyOf(capabilities);
    access = List.copyOf(access);
  }

  /** The address of that text on a channel; empty when it is not configured any more. */
  public Optional<Address> address(String channel, String value) {
    for (NotifyPlan.ChannelAddress each : notifyPlan.channels()) {
      if (each.channel().equals(channel) && each.address().value().equals(value)) {
        return Optional.of(each.address());
      }
    }
    return Optional.empty();
  }

  /** The same executor with another plan and other preferences. */
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
        seesThread,
        texts);
  }
}
