package org.messgateway.gateway.queue;

/**
 * The origin of a delivery. Tables and reply codes store the source as a suffix of the exchange's
 * id; the id of an exchange holds no slash. This is the only place that knows the suffixes.
 */
public enum DeliverySource {
  /** The routing of a thread. */
  TASK(""),
  /** A digest of several tasks. */
  DIGEST("/lists"),
  /** A trouble message to the operators. */
  TROUBLE("/trouble"),
  /** A new link in place of one that expired. */
  RENEWAL("/links");

  private static final DeliverySource[] INTERNAL = {DIGEST, TROUBLE, RENEWAL};

  private final String suffix;

  DeliverySource(String suffix) {
    this.suffix = suffix;
  }

  /** The text that is stored for an exchange and this source. */
  public String stored(String exchange) {
    return exchange + suffix;
  }

  /** The source of a stored text. */
  static DeliverySource ofStored(String stored) {
    if (stored.indexOf('/') >= 0) {
      for (DeliverySource source : INTERNAL) {
        if (stored.endsWith(source.suffix)) {
          return source;
        }
      }
    }
    return TASK;
  }

  /** The id of the exchange in a stored text of this source. */
  String exchange(String stored) {
    return stored.substring(0, stored.length() - suffix.length());
  }
}
