package org.messgateway.gateway.reconcile;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.ChangeQueue;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.read.FoundCopy;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts threads that ended long ago into the archive, each into the month in which it ended. Those
 * with deliveries or answers under way stay until these have come to their end.
 *
 * <p>For one thread at a time; gateways that share the exchange may do it at once.
 */
public final class ArchiveWorker {

  private static final Logger log = LoggerFactory.getLogger(ArchiveWorker.class);

  /** With more answers under way than this, archiving waits for a quieter hour. */
  private static final int MOST_ANSWERS = 10_000;

  private final Exchange exchange;
  private final DeliveryQueue queue;
  private final AnswerJournal answers;
  private final ChangeQueue changed;
  private final Duration after;
  private final InstantSource clock;

  /**
   * @param changed takes each thread that was moved, so that its row says where it lies
   * @param after how long after its end a thread is moved
   */
  public ArchiveWorker(
      Exchange exchange,
      DeliveryQueue queue,
      AnswerJournal answers,
      ChangeQueue changed,
      Duration after,
      InstantSource clock) {
    this.exchange = exchange;
    this.queue = queue;
    this.answers = answers;
    this.changed = changed;
    this.after = after;
    this.clock = clock;
  }

  /**
   * Moves all whose time has come.
   *
   * @return how many were moved
   * @throws IOException when the exchange cannot be listed
   */
  public int turn() throws IOException {
    Instant before = clock.instant().minus(after);
    List<FoundCopy> old = old(before);
    if (old.isEmpty()) {
      return 0;
    }
    var open = answers.open(exchange.directory().id(), MOST_ANSWERS);
    if (open.size() == MOST_ANSWERS) {
      return 0;
    }
    Set<String> answered =
        open.stream().map(AnswerJournal.Entry::ref).collect(Collectors.toUnmodifiableSet());
    int moved = 0;
    for (FoundCopy copy : old) {
      BackgroundLoop.progress();
      moved += move(copy.location(), before, answered) ? 1 : 0;
    }
    if (moved > 0) {
      log.info("{} threads that ended before {} are in the archive now.", moved, before);
    }
    return moved;
  }

  /** Copies in folders of ended threads that nobody touched since. */
  private List<FoundCopy> old(Instant before) throws IOException {
    List<FoundCopy> old = new ArrayList<>();
    exchange
        .scanner()
        .scan(copy -> {
          ThreadFolder folder = copy.location().stateFolder().folder();
          boolean ended = folder == ThreadFolder.FINISHED || folder == ThreadFolder.CANCELED;
          if (ended
              && changed.wants(copy.location().ref())
              && copy.fingerprint().modified().isBefore(before)) {
            old.add(copy);
          }
        });
    return old;
  }

  private boolean move(ThreadLocation location, Instant before, Set<String> answered) {
    Ref ref = location.ref();
    try {
      boolean moved =
          month(exchange.envelopes().load(location), before).isPresent()
              && !answered.contains(ref.value())
              && !underWay(ref)
              && exchange.archive().move(ref, thread -> month(thread.envelope(), before));
      if (moved) {
        changed.changed(Set.of(ref));
      }
      return moved;
    } catch (IOException | ThreadFormatException e) {
      log.debug("{} stays where it is: {}", location, e.toString());
      return false;
    }
  }

  private boolean underWay(Ref ref) {
    return queue.deliveries(exchange.directory().id(), ref.value()).stream()
        .anyMatch(delivery -> !delivery.state().settled());
  }

  /** The month of its end; empty when it has not ended, or not early enough. */
  private static Optional<YearMonth> month(Envelope envelope, Instant before) {
    return envelope.status().ended()
        ? ended(envelope)
            .filter(at -> at.isBefore(before))
            .map(at -> YearMonth.from(at.atZone(ZoneOffset.UTC)))
        : Optional.empty();
  }

  /** The last entry of history that tells of its status; else the time of the last change. */
  private static Optional<Instant> ended(Envelope envelope) {
    Stream<@Nullable Instant> told =
        envelope.history().reversed().stream()
            .filter(entry ->
                ThreadStatus.of(entry.action()).filter(envelope.status()::equals).isPresent())
            .map(HistoryEntry::at);
    return Stream.concat(told, Stream.of(envelope.updated(), envelope.created()))
        .filter(Objects::nonNull)
        .findFirst();
  }
}
