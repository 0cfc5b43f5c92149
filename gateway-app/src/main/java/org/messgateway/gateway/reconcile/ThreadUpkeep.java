package org.messgateway.gateway.reconcile;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.AppendedMessages;
import org.messgateway.gateway.answer.AppendedMessages.Remark;
import org.messgateway.gateway.answer.EntryCheck;
import org.messgateway.gateway.answer.RequestBatch;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.format.EntryPlace;
import org.messgateway.gateway.home.ReportedFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Puts a thread in order that other programs write, before it is routed: of several requests each
 * becomes a thread, and what was appended counts. Each step is one write under the thread's lock
 * that a second look finds done, so a gateway that dies in between loses nothing, and several
 * gateways do it once. Nothing is written, and nothing is read again, for threads whose envelope
 * knows everything.
 */
public final class ThreadUpkeep {

  /** A program that writes a message in several pieces is given this time for the next one. */
  private static final Duration QUIET = Duration.ofMillis(250);

  /** Between two looks whether an answer that a program wrote away is back. */
  private static final Duration ANSWERS_RETURN = Duration.ofSeconds(1);

  /** A request that became a thread of its own is not looked at again where it was written. */
  private static final Duration WHOLE = Duration.ofSeconds(1);

  /** A program that writes a thread and then moves it is given this time for the move. */
  private static final Duration MOVES_WITHIN = Duration.ofSeconds(10);

  private static final Duration RETRY_AFTER = Duration.ofMinutes(1);
  private static final int MOST_REMARKS = 3;
  private static final Logger log = LoggerFactory.getLogger(ThreadUpkeep.class);

  private final ThreadWriter writer;
  private final AppendedMessages appended;
  private final RequestBatch batch;
  private final InstantSource clock;

  /**
   * @param clock compared with the times of files
   */
  public ThreadUpkeep(
      ThreadWriter writer, AppendedMessages appended, RequestBatch batch, InstantSource clock) {
    this.writer = writer;
    this.appended = appended;
    this.batch = batch;
    this.clock = clock;
  }

  /** The result for one thread. */
  public sealed interface Upkeep {

    /** Of a thread that others keep in order. */
    Upkeep NOTHING = new InOrder(null, null);

    /**
     * The thread is in order.
     *
     * @param remark words in it without effect, with places; null when there are none
     * @param again when to look again all the same; null for never
     */
    record InOrder(@Nullable String remark, @Nullable Duration again) implements Upkeep {}

    /** The thread was changed and is to be read again. */
    record Changed() implements Upkeep {}

    /** A program may still be writing; look again after that time. */
    record Wait(Duration after) implements Upkeep {}
  }

  /** Puts a thread in order; called by those who route it. */
  public Upkeep of(LoadedThread loaded) {
    if (RequestBatch.isOpen(loaded.thread())) {
      Duration left = WHOLE.minus(age(loaded));
      return left.isPositive() ? new Upkeep.Wait(left) : split(loaded);
    }
    AppendedMessages.Reading reading = appended.read(loaded.thread());
    if (reading.waits()) {
      return new Upkeep.Wait(ANSWERS_RETURN);
    }
    if (reading.changes()) {
      Duration left = QUIET.minus(age(loaded));
      return left.isPositive() ? new Upkeep.Wait(left) : record(loaded);
    }
    String remark = remark(loaded, EntryCheck.of(loaded.parsed()), reading.remarks());
    return isInPlace(loaded) ? new Upkeep.InOrder(remark, null) : moved(loaded, remark);
  }

  /** Of several copies none is moved over another. */
  private static boolean isInPlace(LoadedThread loaded) {
    return !loaded.otherCopies().isEmpty()
        || loaded.location().fits(loaded.thread().envelope().status());
  }

  private Upkeep moved(LoadedThread loaded, @Nullable String remark) {
    Duration left = MOVES_WITHIN.minus(age(loaded));
    if (left.isPositive()) {
      return new Upkeep.InOrder(remark, left);
    }
    try {
      writer.settle(loaded.ref());
      return isInPlace(writer.read(loaded.ref()))
          ? new Upkeep.Changed()
          : new Upkeep.InOrder(remark, null);
    } catch (ExchangeWriteException e) {
      log.atLevel(ReportedFailure.level(e, Level.WARN))
          .log("{} could not be moved to its folder: {}", loaded.ref(), e.getMessage());
      return new Upkeep.InOrder(remark, RETRY_AFTER);
    }
  }

  /** The time of another machine's clock may lie ahead: then nobody waits for it. */
  private Duration age(LoadedThread loaded) {
    Duration age = Duration.between(loaded.fingerprint().modified(), clock.instant());
    return age.isNegative() ? MOVES_WITHIN : age;
  }

  private Upkeep split(LoadedThread loaded) {
    try {
      batch.split(loaded.ref());
      log.info("{} held several requests: each is a task of its own now.", loaded.ref());
      return new Upkeep.Changed();
    } catch (IOException e) {
      log.atLevel(ReportedFailure.level(e, Level.WARN))
          .log(
              "{} holds several requests, which could not be made tasks of their own: {}",
              loaded.ref(),
              e.getMessage());
      return new Upkeep.InOrder(null, RETRY_AFTER);
    }
  }

  private Upkeep record(LoadedThread loaded) {
    try {
      LoadedThread after = writer.write(loaded.ref(), appended::addition);
      log.info(
          "{}: another program appended to it, and it is {} now.",
          loaded.ref(),
          after.thread().envelope().status().code());
      return new Upkeep.Changed();
    } catch (ExchangeWriteException e) {
      log.atLevel(ReportedFailure.level(e, Level.WARN))
          .log("{}: what was appended could not be recorded: {}", loaded.ref(), e.getMessage());
      return new Upkeep.InOrder(null, RETRY_AFTER);
    }
  }

  private static @Nullable String remark(
      LoadedThread loaded, List<Remark> entries, List<Remark> words) {
    List<String> texts = refused(loaded);
    return texts.isEmpty() && entries.isEmpty() && words.isEmpty()
        ? null
        : joined(loaded, new ArrayList<>(texts), concat(entries, words));
  }

  private static List<Remark> concat(List<Remark> entries, List<Remark> words) {
    List<Remark> remarks = new ArrayList<>(entries);
    remarks.addAll(words);
    return remarks;
  }

  private static String joined(LoadedThread loaded, List<String> texts, List<Remark> remarks) {
    for (Remark each : remarks) {
      if (texts.size() < MOST_REMARKS) {
        EntryPlace place =
            EntryPlace.of(loaded.parsed().messages().get(each.message()), each.entry());
        texts.add(place + ": " + withoutStop(each.sentence()));
      }
    }
    int more = remarks.size() - MOST_REMARKS;
    if (more > 0) {
      texts.add("and " + more + " more");
    }
    return String.join("; ", texts);
  }

  /** The name of the file counts, whatever ref the envelope has; one that is a path is told. */
  private static List<String> refused(LoadedThread loaded) {
    String written = loaded.thread().envelope().ref();
    return written.equals(loaded.ref().value()) || written.isBlank() || Ref.of(written).isPresent()
        ? List.of()
        : List.of(
            "%s:1: its ref is not used, since it cannot be one; %s is, the name of the file"
                .formatted(loaded.parsed().envelope().file().name(), loaded.ref()));
  }

  private static String withoutStop(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }
}
