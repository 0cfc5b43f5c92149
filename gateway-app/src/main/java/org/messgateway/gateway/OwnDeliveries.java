package org.messgateway.gateway;

/**
 * Names for deliveries that do not come from a thread's own routing. They live in the queue like
 * all others, under the exchange's id and a word behind a slash, which no exchange's id holds.
 */
final class OwnDeliveries {

  private OwnDeliveries() {}

  /** The name under which deliveries of one sort go. */
  static String of(String exchangeId, String sort) {
    return exchangeId + "/" + sort;
  }

  /** The exchange that a delivery is about. */
  static String exchange(String name) {
    int slash = name.indexOf('/');
    return slash < 0 ? name : name.substring(0, slash);
  }
}
