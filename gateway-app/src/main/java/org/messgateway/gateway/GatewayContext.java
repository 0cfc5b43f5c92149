package org.messgateway.gateway;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import org.messgateway.gateway.answer.AnswerContext.AbleExecutors;
import org.messgateway.gateway.channels.ChannelRegistry;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.config.Registrations;
import org.messgateway.gateway.config.people.PeopleFile;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.links.LinkFactory;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.ops.ActiveTroubles;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.StoreLocks;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.journal.Journal;
import org.messgateway.gateway.routing.CapableExecutors;

/**
 * The parts that all wiring classes of this package share. No other class takes it: each takes by
 * its constructor the parts that it uses.
 *
 * @param folder {@code .gateway/} of the home
 * @param configuration in force
 * @param store the opened queue, its journal, its locks and its clock
 * @param shared whether other gateways use the store too
 * @param channels the adapters, configured
 * @param registrations executors and rules that are registered at run time
 * @param people the decisions of people: opt-outs, pauses, linked addresses
 * @param tokens that programs were given
 * @param links makes the links of notifications
 * @param troubles the troubles of now
 * @param large the memory that large threads and messages may take
 */
record GatewayContext(
    Path folder,
    CurrentConfig configuration,
    OpenedQueue store,
    boolean shared,
    ChannelRegistry channels,
    Registrations registrations,
    PeopleFile people,
    StoredTokens tokens,
    LinkFactory links,
    ActiveTroubles troubles,
    LargeWork large) {

  DeliveryQueue queue() {
    return store.queue();
  }

  Journal journal() {
    return store.journal();
  }

  StoreLocks locks() {
    return store.locks();
  }

  /** The clock that the queue was opened with. */
  InstantSource clock() {
    return store.clock();
  }

  /** Executors that could still claim a thread, by the configuration in force. */
  AbleExecutors able() {
    return (thread, declined) -> {
      Set<String> able =
          new HashSet<>(CapableExecutors.of(thread, configuration.get().catalogue()));
      able.removeAll(declined);
      return able;
    };
  }

  /** The folder of files that people and programs send, until they are in a thread. */
  Path spool() {
    return folder.resolve("spool");
  }
}
