package org.messgateway.gateway.queue.journal;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Accepted answers until their thread was read back with them. An answer is a row before it is
 * acknowledged ({@code docs/rules.md#storage}). Durable when a method returns; for any thread.
 */
public interface AnswerJournal {

  /**
   * Adds an answer, unless there is one with the same exchange, ref, executor and key.
   *
   * @return the entry that is stored now, and whether it is the given one
   */
  Put put(Entry entry);

  /** The entry with this exchange, ref, executor and key, in any state. */
  Optional<Entry> find(String exchange, String ref, String executor, String key);

  /** Sets the key of an entry free for another message; the entry itself stays. */
  void release(long number);

  /** The message was written into the thread at {@code at}; {@code result} is the reply. */
  void written(long number, Instant at, String result);

  /** The message will not be written; the reply is kept, so that the same key gets it again. */
  void refused(long number, String result);

  /**
   * The thread was read with the message: the bytes are deleted, key and reply stay for a while.
   */
  void confirmed(long number);

  /**
   * Entries that are neither refused nor confirmed, oldest first; only of threads that this node
   * looks at.
   */
  List<Entry> open(String exchange, int max);

  /** Deletes entries that were confirmed or refused before this; returns how many. */
  int prune(Instant before);

  /** The result of {@link #put}: the stored entry, and whether it is new. */
  record Put(Entry entry, boolean fresh) {}

  /**
   * One answer.
   *
   * @param number key of the row; 0 before {@link #put}
   * @param key idempotency key; the same message comes again under it
   * @param message the whole message document as it is to be appended
   * @param writtenAt null until it is written into the thread
   * @param result the reply to the executor; null until there is one
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
