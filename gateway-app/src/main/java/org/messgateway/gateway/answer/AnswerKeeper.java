package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.Addition;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.journal.AnswerJournal;
import org.messgateway.gateway.journal.AnswerJournal.Entry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after answers that were taken until their threads were seen holding them: writes what a
 * crash kept from being written, and writes again what a program without locks wrote away (DESIGN
 * §7).
 */
public final class AnswerKeeper {

  /** Who reads a thread and writes it back does so within this time. */
  public static final Duration SEEN_AFTER = Duration.ofSeconds(10);

  private static final Duration GONE_AFTER = Duration.ofHours(24);
  private static final Duration REMEMBERED = Duration.ofDays(30);
  private static final int MANY = 1_000;
  private static final Logger log = LoggerFactory.getLogger(AnswerKeeper.class);

  private final AnswerPorts ports;
  private final ThreadScribe scribe;
  private String lastFailure = "";

  AnswerKeeper(AnswerPorts ports, ThreadScribe scribe) {
    this.ports = ports;
    this.scribe = scribe;
  }

  /** One look at all that are open; called by one thread. */
  public void turn() {
    for (Entry entry : ports.journal().answers().open(ports.exchange(), MANY)) {
      Instant due = due(entry);
      if (!ports.clock().instant().isBefore(due)) {
        look(entry);
      }
    }
  }

  private static Instant due(Entry entry) {
    Instant written = entry.writtenAt();
    return written == null ? entry.taken() : written.plus(SEEN_AFTER);
  }

  private void look(Entry entry) {
    Optional<Ref> named = Ref.of(entry.ref());
    if (named.isEmpty()) {
      ownerless(entry);
      return;
    }
    Ref ref = named.get();
    try {
      ports
          .writer()
          .<@Nullable Void>alone(
              ref,
              () -> {
                Optional<Entry> now =
                    ports
                        .journal()
                        .answers()
                        .find(entry.exchange(), entry.ref(), entry.executor(), entry.key());
                if (now.isPresent() && due(now.get()).equals(due(entry))) {
                  looked(ref, now.get());
                }
                return null;
              });
    } catch (ExchangeWriteException e) {
      failed(entry, e);
    } catch (IOException e) {
      tell(entry, e);
    }
  }

  /** A message of an agent: nobody but the agent, who was told nothing yet, can repeat it. */
  private void ownerless(Entry entry) {
    Duration age = Duration.between(entry.taken(), ports.clock().instant());
    if (entry.writtenAt() != null) {
      ports.journal().answers().confirmed(entry.number());
    } else if (age.compareTo(GONE_AFTER) > 0) {
      ports.journal().answers().refused(entry.number(), "");
    }
  }

  private void looked(Ref ref, Entry entry) throws IOException {
    if (entry.message().length == 0) {
      // There was nothing to write, only a verdict to remember.
      ports.journal().answers().refused(entry.number(), String.valueOf(entry.result()));
      return;
    }
    MessThread thread = ports.writer().read(ref).thread();
    boolean stands = Spoken.in(thread, Spoken.read(entry.message()));
    if (entry.writtenAt() != null && stands) {
      firstClaimHolds(ref, thread, entry);
      ports.writer().settle(ref);
      ports.journal().answers().confirmed(entry.number());
      return;
    }
    log.info(
        "{}: an answer of {} {} and is written {}.",
        ref,
        entry.executor(),
        entry.writtenAt() == null ? "was taken but not written" : "was written away by others",
        entry.writtenAt() == null ? "now" : "again");
    Verdict _ = scribe.write(ref, entry);
  }

  /**
   * A program without locks that claimed in the same moment and came second in document order does
   * not have it, whatever it wrote into the envelope (DESIGN §7, Claims).
   */
  private void firstClaimHolds(Ref ref, MessThread thread, Entry entry) throws IOException {
    String other = thread.envelope().executor();
    if (other == null
        || other.equals(entry.executor())
        || !thread.envelope().status().taken()
        || !Holders.claimedFirst(thread, Spoken.read(entry.message()))) {
      return;
    }
    Instant now = ports.clock().instant();
    EnvelopeEdit edit =
        EnvelopeEdit.NOTHING
            .executor(entry.executor())
            .updated(now)
            .append(
                new HistoryEntry(
                    ThreadStatus.CLAIMED.code(),
                    now,
                    entry.executor(),
                    other + " came second and does not have it"));
    LoadedThread _ =
        ports
            .writer()
            .write(
                ref,
                current ->
                    other.equals(current.envelope().executor()) ? new Addition(null, edit) : null);
    ports.listener().changed(Set.of(ref));
  }

  private void failed(Entry entry, ExchangeWriteException e) {
    Duration age = Duration.between(entry.taken(), ports.clock().instant());
    if (e.reason() == ExchangeWriteException.Reason.ABSENT && age.compareTo(GONE_AFTER) > 0) {
      log.warn("{} has been gone for a day, and an answer in it with it.", entry.ref());
      ports.journal().answers().refused(entry.number(), String.valueOf(entry.result()));
      return;
    }
    tell(entry, e);
  }

  private void tell(Entry entry, IOException e) {
    String failure = entry.number() + String.valueOf(e.getMessage());
    if (!failure.equals(lastFailure)) {
      lastFailure = failure;
      log.warn("An answer waits to be written into {}: {}", entry.ref(), e.getMessage());
    }
  }

  /** Forgets keys and verdicts of answers that have been safe for a month. */
  public void prune() {
    AnswerJournal journal = ports.journal().answers();
    int _ = journal.prune(ports.clock().instant().minus(REMEMBERED));
  }
}
