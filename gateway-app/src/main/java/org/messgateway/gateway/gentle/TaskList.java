package org.messgateway.gateway.gentle;

import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Receipt;

/**
 * One list of tasks at one place: those above what anybody wants at once, whose own messages still
 * come, or those of a night, which the list stands for.
 *
 * @param ref under which it stands in the queue
 * @param serial of its last version
 * @param deliveries whose tasks it names, in order
 * @param receipt of its message, to change it; null before there is one
 * @param shown how many it named in its last version
 * @param said when its last version was made
 */
public record TaskList(
    String ref,
    Place place,
    boolean night,
    int serial,
    SequencedSet<String> deliveries,
    @Nullable Receipt receipt,
    int shown,
    Instant said) {

  public TaskList {
    deliveries = new LinkedHashSet<>(deliveries);
  }

  TaskList with(String delivery) {
    SequencedSet<String> more = new LinkedHashSet<>(deliveries);
    more.addLast(delivery);
    return new TaskList(ref, place, night, serial, more, receipt, shown, said);
  }

  TaskList without(String delivery) {
    SequencedSet<String> fewer = new LinkedHashSet<>(deliveries);
    fewer.remove(delivery);
    return new TaskList(ref, place, night, serial, fewer, receipt, shown, said);
  }

  /** Its next version. */
  public TaskList next(int nextSerial, Instant now) {
    return new TaskList(ref, place, night, nextSerial, deliveries, receipt, deliveries.size(), now);
  }

  /** With the message it is in. */
  public TaskList sent(Receipt message) {
    return new TaskList(ref, place, night, serial, deliveries, message, shown, said);
  }
}
