package org.messgateway.gateway.dispatch;

import java.util.Collection;
import java.util.Optional;

/** The channels that work now. */
public interface Channels {

  /** Empty when its adapter is missing or broken: its lanes are held, nothing fails. */
  Optional<Channel> channel(String name);

  /** All of them. */
  Collection<Channel> all();
}
