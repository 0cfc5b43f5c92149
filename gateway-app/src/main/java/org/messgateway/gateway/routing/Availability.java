package org.messgateway.gateway.routing;

import java.time.ZoneId;

/** When an executor may be notified. Source: protocol §7.4, docs/rules.md#when. */
public sealed interface Availability {

  record Always() implements Availability {}

  /** Notified when a rule names the executor, never by broadcast. */
  record OnDemand() implements Availability {}

  /**
   * In windows: a window lasts from firing to firing while firings are at most an hour apart, so
   * {@code 0 8-22 * * *} is 08:00 to 22:00.
   *
   * @param cron five fields (unix cron), already checked
   */
  record Schedule(String cron, ZoneId zone) implements Availability {}
}
