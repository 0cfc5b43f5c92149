package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.messgateway.api.Audience;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Receipt;

/** A channel that does what the test says, per address, and remembers what it was asked. */
final class ScriptedChannel implements Channel {

  /** What an address does with a message. */
  interface Script {
    Outcome deliver(Notification notification) throws InterruptedException;
  }

  /** One call of the adapter. */
  record Call(String id, String ref, String address, long nanos) {}

  final List<Call> calls = new CopyOnWriteArrayList<>();
  private final String name;
  private final Timers time;
  private final Map<String, Script> scripts = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> now = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> most = new ConcurrentHashMap<>();
  private final Map<Class<?>, Object> abilities = new HashMap<>();
  private ChannelLimits limits = new ChannelLimits(4, null, null);
  private Audience audience = Audience.MACHINES;
  private List<Duration> retry = RetrySchedule.DEFAULT;

  ScriptedChannel(String name, Timers time) {
    this.name = name;
    this.time = time;
  }

  static Outcome delivered() {
    return new Outcome.Delivered(Receipt.of("sid", "SM1"));
  }

  ScriptedChannel at(String address, Script script) {
    scripts.put(address, script);
    return this;
  }

  ScriptedChannel limits(ChannelLimits limits) {
    this.limits = limits;
    return this;
  }

  ScriptedChannel audience(Audience audience) {
    this.audience = audience;
    return this;
  }

  ScriptedChannel retry(List<Duration> retry) {
    this.retry = retry;
    return this;
  }

  <A> ScriptedChannel can(Class<A> type, A ability) {
    abilities.put(type, ability);
    return this;
  }

  /** The most attempts that were at this address at once. */
  int mostAtOnce(String address) {
    return most.getOrDefault(address, new AtomicInteger()).get();
  }

  long callsTo(String address) {
    return calls.stream().filter(call -> call.address().equals(address)).count();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public ChannelLimits limits() {
    return limits;
  }

  @Override
  public Audience audience() {
    return audience;
  }

  @Override
  public List<Duration> retry() {
    return retry;
  }

  @Override
  public Outcome deliver(Notification notification) {
    String address = notification.address().value();
    calls.add(new Call(notification.id(), notification.thread().ref(), address, time.nanos()));
    int atOnce = now.computeIfAbsent(address, _ -> new AtomicInteger()).incrementAndGet();
    most.computeIfAbsent(address, _ -> new AtomicInteger()).accumulateAndGet(atOnce, Math::max);
    try {
      return scripts.getOrDefault(address, _ -> delivered()).deliver(notification);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } finally {
      now.get(address).decrementAndGet();
    }
  }

  @Override
  public <A> Optional<A> ability(Class<A> type) {
    return Optional.ofNullable(type.cast(abilities.get(type)));
  }
}
