package org.messgateway.gateway.trouble;

import java.util.Locale;

/** What kind of thing is wrong. Source: DESIGN §5 and §9, trouble. */
public enum Cause {
  /** A service refuses our credentials, or our rights there do not suffice. */
  CREDENTIAL,
  /** An address does not take messages, or is not permitted to us. */
  ADDRESS,
  /** There are tasks nobody can be told of. */
  NOBODY,
  /** Messages were given up after many tries. */
  DEAD,
  /** A disk is full or cannot be written. */
  DISK,
  /** Something the gateway needs cannot be read. */
  CONFIGURATION;

  /** As it stands in rows: {@code credential}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
