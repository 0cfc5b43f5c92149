package org.messgateway.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.messgateway.api.Inbound;
import org.messgateway.gateway.inbound.ChannelEar;
import org.messgateway.gateway.inbound.Ports;
import org.messgateway.gateway.inbound.Spool;
import org.messgateway.gateway.trouble.TroubleBook;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Joins people's side of the way back: channels listen, and what is heard becomes answers. */
final class InboundSide {

  private static final Logger log = LoggerFactory.getLogger(InboundSide.class);
  private static final Duration REMEMBERED = Duration.ofDays(3);

  private final Parts parts;
  private final BooleanSupplier callable;
  private final DecidedPeople people;
  private final Ports ports;
  private final Function<String, BooleanSupplier> turns;
  private final Map<String, BooleanSupplier> turn = new ConcurrentHashMap<>();
  private final LeftEvents left;

  /**
   * @param callable whether calls of services reach this gateway, as far as known
   * @param turns by channel: whether this gateway is the one that asks its service
   */
  InboundSide(
      Exchanges exchanges,
      AnswerSide answers,
      AlreadyHeard heard,
      TroubleBook book,
      BooleanSupplier callable,
      Function<String, BooleanSupplier> turns) {
    this.parts = exchanges.first();
    this.callable = callable;
    this.turns = turns;
    left = new LeftEvents(parts.channels());
    people = new DecidedPeople(exchanges, heard, book);
    ports =
        new Ports(
            new HeardPeople(parts.configuration()),
            new HeardTasks(parts.configuration(), exchanges, parts.links()),
            answers.answers(),
            parts.queue(),
            parts.journal(),
            parts.people(),
            spool(parts),
            people,
            parts.clock());
  }

  private static Spool spool(Parts parts) {
    try {
      return new Spool(parts.folder().resolve("spool"));
    } catch (IOException e) {
      throw new UncheckedIOException("The folder for files that people send cannot be used", e);
    }
  }

  /** A channel whose adapter can listen was made: it listens from now on. */
  void listen(String channel, Inbound adapter) {
    ChannelEar ear = new ChannelEar(channel, ports, callable, turn.computeIfAbsent(channel, turns));
    try {
      adapter.listen(ear);
      left.listens(channel, ear);
    } catch (RuntimeException e) {
      log.error("Channel {} cannot listen, so nobody can answer there: {}", channel, e.toString());
    }
  }

  /** What has to be done again and again. */
  List<Chore> chores() {
    return List.of(
        new Chore(
            "people",
            Duration.ofSeconds(1),
            () -> {
              people.peopleChanged();
              return false;
            }),
        new Chore("left events", Duration.ofSeconds(3), left::turn),
        new Chore(
            "heard events",
            Duration.ofHours(1),
            () -> {
              parts.journal().events().prune(parts.clock().instant().minus(REMEMBERED));
              return false;
            }));
  }
}
