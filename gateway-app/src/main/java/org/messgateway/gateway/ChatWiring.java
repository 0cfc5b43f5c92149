package org.messgateway.gateway;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.messgateway.api.Inbound;
import org.messgateway.gateway.answer.chat.ChannelInbound;
import org.messgateway.gateway.answer.chat.ChannelMembers;
import org.messgateway.gateway.answer.chat.ChatContext;
import org.messgateway.gateway.answer.chat.ChatTasks;
import org.messgateway.gateway.answer.chat.OrphanedEvents;
import org.messgateway.gateway.answer.chat.PeopleChanges;
import org.messgateway.gateway.answer.chat.PollingLease;
import org.messgateway.gateway.answer.chat.ReceivedFiles;
import org.messgateway.gateway.exchange.Exchanges;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.notify.SkipAnsweredStage;
import org.messgateway.gateway.reconcile.OpenThreadRescan;
import org.messgateway.gateway.reconcile.RerouteListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers by people on channels: an adapter listens, and what people write becomes answers. */
final class ChatWiring {

  private static final Logger log = LoggerFactory.getLogger(ChatWiring.class);

  /** Calls of services whose signatures carry no time (Twilio) are known again for so long. */
  private static final Duration EVENTS_KEPT = Duration.ofDays(400);

  private final GatewayContext gateway;
  private final BooleanSupplier callable;
  private final PeopleChanges people;
  private final ChatContext context;
  private final Map<String, BooleanSupplier> polling = new ConcurrentHashMap<>();
  private final OrphanedEvents orphaned;

  /**
   * @param answered skips notes that only repeat an answer in the chat
   * @param callable whether calls of services reach this gateway, as far as known
   * @throws IOException when the folder for files that people send cannot be used
   */
  ChatWiring(
      GatewayContext gateway,
      Exchanges exchanges,
      AnswerWiring answers,
      SkipAnsweredStage answered,
      BooleanSupplier callable)
      throws IOException {
    this.gateway = gateway;
    this.callable = callable;
    orphaned = new OrphanedEvents(gateway.channels());
    people =
        new PeopleChanges(
            gateway.configuration(),
            gateway.people(),
            gateway.queue(),
            new OpenThreadRescan(exchanges, gateway.queue())::start,
            new RerouteListener(exchanges, gateway.configuration()),
            answered::add,
            gateway.troubles());
    context =
        new ChatContext(
            new ChannelMembers(gateway.configuration()),
            new ChatTasks(gateway.configuration(), exchanges, gateway.queue(), gateway.links()),
            answers.answers(),
            gateway.queue(),
            gateway.journal(),
            gateway.people(),
            new ReceivedFiles(gateway.spool()),
            people,
            gateway.clock());
  }

  /** Makes the adapter of a channel listen, from now on; an earlier one polls no more. */
  void listen(String channel, Inbound adapter) {
    ChannelInbound inbound =
        new ChannelInbound(
            channel, context, callable, polling.computeIfAbsent(channel, this::polling));
    orphaned.listens(channel, inbound);
    try {
      adapter.listen(inbound);
    } catch (RuntimeException e) {
      log.error("Channel {} cannot listen, so nobody can answer there: {}", channel, e.toString());
    }
  }

  /** A replaced adapter of a channel is closed. */
  void closed(String channel) {
    orphaned.closed(channel);
  }

  /** Whether this gateway polls a channel's service: of several gateways one does. */
  private BooleanSupplier polling(String channel) {
    return gateway.shared() ? new PollingLease(gateway.locks(), channel) : () -> true;
  }

  /** Its loops: decisions of people, events of adapters that were replaced, old events. */
  List<BackgroundLoop> loops() {
    return List.of(
        BackgroundLoop.every("people", Duration.ofSeconds(1), people::peopleChanged),
        BackgroundLoop.every("left events", Duration.ofSeconds(3), orphaned::turn),
        BackgroundLoop.every(
            "heard events",
            Duration.ofHours(1),
            () -> gateway.journal().events().prune(gateway.clock().instant().minus(EVENTS_KEPT))));
  }
}
