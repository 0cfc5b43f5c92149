package org.messgateway.gateway.respond;

import java.util.Map;

/** How the gateway is. */
public interface Health {

  /** Whether it serves: 200, else 503. */
  boolean ok();

  /**
   * For machines and people: names in snake_case, plain values or maps of them; no secrets, no
   * addresses.
   */
  Map<String, Object> details();
}
