package org.messgateway.gateway.inbound;

import java.util.List;

/** Who there is, as it is configured and linked now. Safe for all threads. */
public interface Roster {

  /** Who runs this, as messages say it: {@code Miller home}. */
  String title();

  /** Executors with an address or an identity on a channel, in the order they were written. */
  List<Member> members(String channel);

  /** What people call an executor; the id when it is not configured any more. */
  String name(String executor);
}
