package org.messgateway.gateway.respond;

import java.util.Map;

/** A gateway that has nothing to say of itself. */
record NoHealth() implements Health {

  @Override
  public boolean ok() {
    return true;
  }

  @Override
  public Map<String, Object> details() {
    return Map.of();
  }
}
