package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.home.ReportedFailure;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.gateway.queue.journal.AnswerJournal.Entry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Checks accepted answers until they are found in their threads: writes what a crash kept from
 * being written, and writes again what a program without locks wrote away
 * (docs/rules.md#writing-beside-writers).
 */
public final class AnswerReconciler {

  /** A program that reads a thread and writes it back does so within this time. */
  public static final Duration SEEN_AFTER = Duration.ofSeconds(10);

  private static final Duration GONE_AFTER = Duration.ofHours(24);
  private static final Duration REMEMBERED = Duration.ofDays(30);
  private static final int MANY = 1_000;
  private static final Logger log = LoggerFactory.getLogger(AnswerReconciler.class);

  private final AnswerContext ports;
  private final AnswerWriter answerWriter;
  private String lastFailure = "";

  AnswerReconciler(AnswerContext ports, AnswerWriter answerWriter) {
    this.ports = ports;
    this.answerWriter = answerWriter;
  }

  /**
   * Whether a thread has the answers that were written into it within the last seconds. Where a
   * program wrote one away, what it wrote instead counts after that answer is back: who was told
   * that the task is theirs has it.
   */
  public static Predicate<MessThread> holdsAnswers(AnswerJournal journal, String exchange) {
    return thread -> {
      for (Entry entry : journal.open(exchange, MANY)) {
        if (entry.ref().equals(thread.ref())
            && entry.writtenAt() != null
            && entry.message().length > 0
            && !MessageDocument.in(thread, MessageDocument.read(entry.message()))) {
          return false;
        }
      }
      return true;
    };
  }

  /** Checks all open entries of the journal once; called by one thread. */
  public void turn() {
    for (Entry entry : ports.journal().answers().open(ports.exchange(), MANY)) {
      Instant due = due(entry);
      if (!ports.clock().instant().isBefore(due)) {
        check(entry);
      }
    }
  }

  private static Instant due(Entry entry) {
    Instant written = entry.writtenAt();
    return written == null ? entry.taken() : written.plus(SEEN_AFTER);
  }

  private void check(Entry entry) {
    Optional<Ref> named = Ref.of(entry.ref());
    if (named.isEmpty()) {
      checkWithoutThread(entry);
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
                  checkUnderLock(ref, now.get());
                }
                return null;
              });
    } catch (ExchangeWriteException e) {
      failed(entry, e);
    } catch (IOException e) {
      logOnce(entry, e);
    }
  }

  /** An agent's message without a thread: only the agent, which got no response, can repeat it. */
  private void checkWithoutThread(Entry entry) {
    Duration age = Duration.between(entry.taken(), ports.clock().instant());
    if (entry.writtenAt() != null) {
      ports.journal().answers().confirmed(entry.number());
    } else if (age.compareTo(GONE_AFTER) > 0) {
      ports.journal().answers().refused(entry.number(), "");
    }
  }

  private void checkUnderLock(Ref ref, Entry entry) throws IOException {
    if (entry.message().length == 0) {
      // There was nothing to write, only a verdict to remember.
      ports.journal().answers().refused(entry.number(), String.valueOf(entry.result()));
      return;
    }
    MessThread thread = ports.writer().read(ref).thread();
    boolean stands = MessageDocument.in(thread, MessageDocument.read(entry.message()));
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
    AnswerResult _ = answerWriter.write(ref, entry);
  }

  /**
   * A program without locks that claimed at the same time and is second in document order is not
   * the holder, whatever it wrote into the envelope (docs/rules.md#claims).
   */
  private void firstClaimHolds(Ref ref, MessThread thread, Entry entry) throws IOException {
    String other = thread.envelope().executor();
    if (other == null
        || other.equals(entry.executor())
        || !thread.envelope().status().taken()
        || !MessageDocument.same(
            Conversation.of(thread).claim(), MessageDocument.read(entry.message()))) {
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
                    other.equals(current.envelope().executor())
                        ? new ThreadAddition(null, edit)
                        : null);
    ports.listener().changed(Set.of(ref));
  }

  private void failed(Entry entry, ExchangeWriteException e) {
    Duration age = Duration.between(entry.taken(), ports.clock().instant());
    if (e.reason() == ExchangeWriteException.Reason.ABSENT && age.compareTo(GONE_AFTER) > 0) {
      log.warn("{} has been gone for a day, and an answer in it with it.", entry.ref());
      ports.journal().answers().refused(entry.number(), String.valueOf(entry.result()));
      return;
    }
    logOnce(entry, e);
  }

  private void logOnce(Entry entry, IOException e) {
    String failure = entry.number() + String.valueOf(e.getMessage());
    if (!failure.equals(lastFailure)) {
      lastFailure = failure;
      log.atLevel(ReportedFailure.level(e, Level.WARN))
          .log("An answer waits to be written into {}: {}", entry.ref(), e.getMessage());
    }
  }

  /** Deletes entries that were confirmed more than 30 days ago. */
  public void prune() {
    AnswerJournal journal = ports.journal().answers();
    int _ = journal.prune(ports.clock().instant().minus(REMEMBERED));
  }
}
