package org.messgateway.gateway.config;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.channels.ChannelRegistry;
import org.messgateway.gateway.channels.ConfiguredChannel;

/**
 * Puts a configuration that was read again in force. What follows from it, such as a new look at
 * all open threads, can fail while the store is full or away: a step that fails keeps no other one
 * back and is repeated. One loop calls all methods.
 */
public final class ConfigReplacement {

  private final ChannelRegistry channels;
  private final CurrentConfig current;
  private final Consumer<List<ConfiguredChannel>> retired;
  private final List<Runnable> steps;
  private final List<Runnable> due = new ArrayList<>();

  /**
   * @param retired closes replaced channels, once their attempts have ended
   * @param steps that follow each replacement, in this order
   */
  public ConfigReplacement(
      ChannelRegistry channels,
      CurrentConfig current,
      Consumer<List<ConfiguredChannel>> retired,
      List<Runnable> steps) {
    this.channels = channels;
    this.current = current;
    this.retired = retired;
    this.steps = List.copyOf(steps);
  }

  /** Puts it in force; {@link #follow} does the rest. */
  public void replace(GatewayConfig config) {
    due.clear();
    due.addAll(steps);
    // At once: whatever fails later, nobody would close them.
    retired.accept(
        channels.replace(config.channels().values(), config.absences(), config.clientUrl()));
    current.replace(config);
  }

  /**
   * Does the steps that are due: each once after a replacement, and again while it fails.
   *
   * @throws RuntimeException of the first step that failed, once all were tried
   */
  public void follow() {
    @Nullable RuntimeException failure = null;
    for (Runnable step : List.copyOf(due)) {
      try {
        step.run();
        due.remove(step);
      } catch (RuntimeException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
