package org.messgateway.api;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;

/**
 * What one executor (or several who share an address) is told about one thread over one channel.
 *
 * @param id the delivery's id: 32 hexadecimal digits, the same at every attempt and after a lost
 *     queue
 * @param news what is told
 * @param title who speaks, stands first in texts: {@code Miller home}
 * @param address where to
 * @param recipients whom; one, or on a people's channel all who share the address
 * @param thread the thread as it stands, as this executor may see it
 * @param deadline until when it is of use; null for ever
 * @param links where to answer; null when no link would work where the recipient is
 * @param actions buttons that would work now
 * @param document for machines
 * @param manner how it is to be told
 */
public record Notification(
    String id,
    News news,
    String title,
    Address address,
    List<Recipient> recipients,
    MessThread thread,
    @Nullable Instant deadline,
    @Nullable Links links,
    Set<Action> actions,
    TaskDocument document,
    Manner manner) {

  /** Told aloud, for the first time. */
  public Notification(
      String id,
      News news,
      String title,
      Address address,
      List<Recipient> recipients,
      MessThread thread,
      @Nullable Instant deadline,
      @Nullable Links links,
      Set<Action> actions,
      TaskDocument document) {
    this(
        id,
        news,
        title,
        address,
        recipients,
        thread,
        deadline,
        links,
        actions,
        document,
        Manner.PLAIN);
  }

  public Notification {
    recipients = List.copyOf(recipients);
    actions = Set.copyOf(actions);
    if (recipients.isEmpty()) {
      throw new IllegalArgumentException("a notification has a recipient");
    }
  }

  public NotificationKind kind() {
    return news.kind();
  }

  /** The first recipient, the only one on a machine's channel. */
  public Recipient recipient() {
    return recipients.getFirst();
  }
}
