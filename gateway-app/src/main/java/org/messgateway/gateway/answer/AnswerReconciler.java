package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.home.Backoff;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.gateway.queue.journal.AnswerJournal.Entry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

  /** So many threads that fail in a row show that the exchange does: the turn ends. */
  private static final int ALL_FAIL = 3;

  /** A thread may be busy for a moment; an exchange may be away for hours. */
  private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10));

  private final AnswerContext ports;
  private final AnswerWriter answerWriter;
  private final AnswerFailureLog failures;

  /** Threads that could not be written, by ref: each holds up none of the others. */
  private final Map<String, Waiting> waiting = new HashMap<>();

  private record Waiting(int failures, Instant again, String trouble) {}

  AnswerReconciler(AnswerContext ports, AnswerWriter answerWriter, AnswerFailureLog failures) {
    this.ports = ports;
    this.answerWriter = answerWriter;
    this.failures = failures;
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

  /**
   * Checks the open entries of the journal once, but those of threads that could not be written
   * just now; called by one thread.
   */
  public void turn() {
    List<Entry> open = ports.journal().answers().open(ports.exchange(), MANY);
    waiting.keySet().retainAll(open.stream().map(Entry::ref).collect(Collectors.toSet()));
    int failuresInARow = 0;
    for (Entry entry : open) {
      Instant now = ports.clock().instant();
      if (now.isBefore(due(entry)) || rests(entry, now)) {
        continue;
      }
      if (checked(entry)) {
        failuresInARow = 0;
      } else if (++failuresInARow == ALL_FAIL) {
        return;
      }
    }
  }

  /** Whether its thread could not be written just now. The clock may have been set back. */
  private boolean rests(Entry entry, Instant now) {
    Waiting thread = waiting.get(entry.ref());
    return thread != null
        && now.isBefore(thread.again())
        && !now.plus(PAUSES.cap()).isBefore(thread.again());
  }

  private static Instant due(Entry entry) {
    Instant written = entry.writtenAt();
    return written == null ? entry.taken() : written.plus(SEEN_AFTER);
  }

  /** False when it has to be tried again. */
  private boolean checked(Entry entry) {
    Optional<Ref> named = Ref.of(entry.ref());
    if (named.isEmpty()) {
      checkWithoutThread(entry);
      return true;
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
      waiting.remove(entry.ref());
      return true;
    } catch (IOException e) {
      if (isGone(entry, e)) {
        log.warn("{} has been gone for a day, and an answer in it with it.", entry.ref());
        ports.journal().answers().refused(entry.number(), String.valueOf(entry.result()));
        return true;
      }
      waits(entry, e);
      return false;
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
    AnswerResult _ = answerWriter.write(ref, entry);
    log.info(
        "{}: an answer of {} {} and stands there {}.",
        ref,
        entry.executor(),
        entry.writtenAt() == null ? "was taken but not written" : "was written away by others",
        entry.writtenAt() == null ? "now" : "again");
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

  /** Whether its thread went away a day ago: nobody waits for it any more. */
  private boolean isGone(Entry entry, IOException e) {
    Duration age = Duration.between(entry.taken(), ports.clock().instant());
    return e instanceof ExchangeWriteException failure
        && failure.reason() == ExchangeWriteException.Reason.ABSENT
        && age.compareTo(GONE_AFTER) > 0;
  }

  /** Its thread is tried again after a pause. */
  private void waits(Entry entry, IOException e) {
    String trouble = String.valueOf(e.getMessage());
    Waiting before = waiting.get(entry.ref());
    int times = before == null ? 1 : before.failures() + 1;
    Instant again = ports.clock().instant().plus(PAUSES.after(times));
    waiting.put(entry.ref(), new Waiting(times, again, trouble));
    if (before == null || !before.trouble().equals(trouble)) {
      failures.failed("An answer waits to be written into " + entry.ref(), e);
    }
  }

  /** Deletes entries that were confirmed more than 30 days ago. */
  public void prune() {
    AnswerJournal journal = ports.journal().answers();
    int _ = journal.prune(ports.clock().instant().minus(REMEMBERED));
  }
}
