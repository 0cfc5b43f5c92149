package org.messgateway.gateway.ops;

import java.util.Locale;

/** The kind of a trouble. Source: docs/rules.md#trouble. */
public enum TroubleCause {
  /** A service refuses our credentials, or our rights there do not suffice. */
  CREDENTIAL,
  /** An address does not take messages, or is not permitted to us. */
  ADDRESS,
  /** A task reaches nobody. */
  NOBODY,
  /** A delivery was given up after many attempts. */
  DEAD,
  /** Somebody refuses what is signed by our clock. */
  CLOCK,
  /** A disk is full or cannot be written. */
  DISK,
  /** An adapter does not work, or its jar is held; what is for its channel waits. */
  ADAPTER,
  /** Something the gateway needs cannot be read. */
  CONFIGURATION;

  /** As it stands in rows: {@code credential}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
