package org.messgateway.gateway.channels;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Audience;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.gateway.channels.discovery.RegisteredAdapter;
import org.messgateway.gateway.dispatch.Channel;
import org.messgateway.gateway.dispatch.RetrySchedule;

/** A configured channel with its adapter. What each delivery asks for is read once. */
public final class ConfiguredChannel implements Channel {

  private final ChannelConfig config;
  private final @Nullable URI callbackUrl;
  private final RegisteredAdapter adapter;
  private final String name;
  private final ChannelLimits limits;
  private final Audience audience;
  private final List<Duration> retry;

  ConfiguredChannel(ChannelConfig config, @Nullable URI callbackUrl, RegisteredAdapter adapter) {
    this.config = config;
    this.callbackUrl = callbackUrl;
    this.adapter = adapter;
    name = config.name();
    limits = config.limits();
    audience = config.provider().description().audience();
    retry = config.retry().orElse(RetrySchedule.DEFAULT);
  }

  ChannelConfig config() {
    return config;
  }

  @Nullable URI callbackUrl() {
    return callbackUrl;
  }

  void close() {
    adapter.close();
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
  public Optional<String> hold() {
    return adapter.hold();
  }

  @Override
  public Outcome deliver(Notification notification) {
    return adapter.deliver(notification);
  }

  @Override
  public <A> Optional<A> ability(Class<A> type) {
    return adapter.ability(type);
  }
}
