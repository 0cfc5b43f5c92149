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

/** A configured channel with its adapter. */
public record ConfiguredChannel(
    ChannelConfig config, @Nullable URI callbackUrl, RegisteredAdapter adapter) implements Channel {

  @Override
  public String name() {
    return config.name();
  }

  @Override
  public ChannelLimits limits() {
    return config.limits();
  }

  @Override
  public Audience audience() {
    return config.provider().description().audience();
  }

  @Override
  public List<Duration> retry() {
    return config.retry().orElse(RetrySchedule.DEFAULT);
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
