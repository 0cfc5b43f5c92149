package org.messgateway.gateway.links;

/**
 * The secret by which a command of this machine controls the running gateway. It is computed from
 * the gateway's key file, so only who may read that file has it. Never leaves this machine.
 */
public final class ControlKey {

  private static final String PURPOSE = "mess-control";
  private static final String TEXT = "1";

  private final LinkKey key;

  public ControlKey(LinkKey key) {
    this.key = key;
  }

  /** The text that a command sends as Bearer. */
  public String token() {
    return key.hexMac(PURPOSE, TEXT);
  }

  /** Compares in constant time. */
  public boolean opens(String given) {
    return key.verifies(PURPOSE, TEXT, given);
  }

  @Override
  public String toString() {
    return "ControlKey[secret]";
  }
}
