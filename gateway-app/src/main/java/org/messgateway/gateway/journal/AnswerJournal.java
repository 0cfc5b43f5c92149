package org.messgateway.gateway.journal;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers that were taken, until the thread was seen holding them (DESIGN §7: an answer is a row
 * first).
 */
public interface AnswerJournal {

  /**
   * Puts an answer in, unless there is one with the same exchange, ref, executor and key.
   *
   * @return the entry that is there now, and whether it is this one
   */
  Put put(Entry entry);

  /** The entry of that exchange, ref, executor and key, whatever became of it. */
  Optional<Entry> find(String exchange, String ref, String executor, String key);

  /** The message stands in the thread since {@code at}; {@code result} is what was answered. */
  void written(long number, Instant at, String result);

  /** It will not be written, and why; kept so that the same key is answered the same again. */
  void refused(long number, String result);

  /** The thread was seen holding it: its bytes are let go, key and result stay for a while. */
  void confirmed(long number);

  /** Those taken but not confirmed, oldest first. */
  List<Entry> open(String exchange, int max);

  /** Forgets keys and results of answers that were confirmed or refused before this. */
  int prune(Instant before);

  /** What {@link #put} found. */
  record Put(Entry entry, boolean fresh) {}

  /**
   * One answer.
   *
   * @param number 0 for one that was not put in yet
   * @param key idempotency key, of the executor's own choice or made from what was said
   * @param message the whole message document as it is to be appended
   * @param writtenAt null until it stands in the thread
   * @param result what was answered; null until something was
   */
  @SuppressWarnings("ArrayRecordComponent") // Written once, read once.
  record Entry(
      long number,
      String exchange,
      String ref,
      String executor,
      String key,
      Instant taken,
      byte[] message,
      @Nullable Instant writtenAt,
      @Nullable String result) {}
}
