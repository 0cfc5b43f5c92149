package org.messgateway.gateway.notify;

import java.util.Optional;
import org.messgateway.api.Address;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LookupKey;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.ThreadRow;

/** Where tasks that a service works on are asked about, by the configuration in force. */
public final class PolledAddresses {

  private final CurrentConfig configuration;
  private final QueueView queue;

  public PolledAddresses(CurrentConfig configuration, QueueView queue) {
    this.configuration = configuration;
    this.queue = queue;
  }

  /** Empty when nobody waits for the task's answer any more. */
  public Optional<Address> address(Identity identity) {
    return queue
        .thread(identity.exchange(), identity.ref())
        .filter(row -> waits(row, identity.executor()))
        .flatMap(_ -> configuration.get().catalogue().executor(identity.executor()))
        .flatMap(executor -> executor.address(identity.channel(), identity.address()));
  }

  /** Whether the task is open and no other executor has it. */
  private static boolean waits(ThreadRow row, String executor) {
    boolean open = ThreadStatus.of(row.status()).filter(status -> !status.ended()).isPresent();
    ThreadRow.QueryFacts facts = row.facts();
    boolean others =
        facts != null
            && facts.executor() != null
            && !LookupKey.of(executor).equals(facts.executor());
    return open && !others;
  }
}
