package org.messgateway.gateway.routing;

import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.Requirement;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import org.messgateway.gateway.routing.Preferences.QuietHours;

/** An executor, said in as few words as a test needs. */
final class ExecutorBuilder {

  static final ZoneId LOS_ANGELES = ZoneId.of("America/Los_Angeles");
  static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private final String id;
  private List<String> capabilities = List.of();
  private Availability availability = new Availability.Always();
  private final List<ChannelAddress> channels = new ArrayList<>();
  private boolean inOrder;
  private Duration after = NotifyPlan.DEFAULT_AFTER;
  private Priority minPriority = Priority.BACKGROUND;
  private @Nullable QuietHours quiet;
  private List<String> filter = List.of();
  private Optional<Boolean> anyTask = Optional.empty();

  private ExecutorBuilder(String id) {
    this.id = id;
  }

  static ExecutorBuilder executor(String id) {
    return new ExecutorBuilder(id);
  }

  /** One who has an address on slack. */
  static ExecutorBuilder onSlack(String id) {
    return new ExecutorBuilder(id).at("slack", "U-" + id);
  }

  ExecutorBuilder can(String... ids) {
    capabilities = List.of(ids);
    return this;
  }

  ExecutorBuilder at(String channel, String address) {
    channels.add(new ChannelAddress(channel, Address.configured(address)));
    return this;
  }

  ExecutorBuilder inOrder(Duration value) {
    inOrder = true;
    after = value;
    return this;
  }

  ExecutorBuilder onDemand() {
    availability = new Availability.OnDemand();
    return this;
  }

  ExecutorBuilder hours(String cron, ZoneId zone) {
    availability = new Availability.Schedule(cron, zone);
    return this;
  }

  ExecutorBuilder quiet(String start, String end, ZoneId zone) {
    quiet = new QuietHours(LocalTime.parse(start), LocalTime.parse(end), zone);
    return this;
  }

  ExecutorBuilder minPriority(Priority value) {
    minPriority = value;
    return this;
  }

  ExecutorBuilder filter(String... ids) {
    filter = List.of(ids);
    return this;
  }

  ExecutorBuilder anyTask(boolean value) {
    anyTask = Optional.of(value);
    return this;
  }

  Executor build() {
    return new Executor(
        id,
        id,
        capabilities.stream().map(Requirement::new).toList(),
        List.of(),
        availability,
        new NotifyPlan(inOrder, after, channels),
        new Preferences(minPriority, quiet, filter, anyTask, null),
        ZoneOffset.UTC,
        false);
  }
}
