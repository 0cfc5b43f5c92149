package org.messgateway.gateway.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;

/**
 * What the queue remembers of a thread: enough to know without reading it whether it has changed
 * and when to look again.
 *
 * @param exchange id of the exchange
 * @param place path of the thread relative to the exchange's root
 * @param inode identity of its first file, 0 where the file system has none
 * @param size bytes over all its files
 * @param modified latest modification of its files
 * @param status the envelope's status code
 * @param round how often it has been free to claim
 * @param nextLook when routing may answer differently; null for never by itself
 * @param problem why nothing goes out, for {@code explain} and the log; null when all is well
 * @param requestor who asks, as a {@link KeyText}; null when the thread does not say
 * @param clientId what the requestor calls it, as a {@link KeyText}; null when it gave it no name
 */
public record ThreadRow(
    String exchange,
    String ref,
    String place,
    long inode,
    long size,
    Instant modified,
    String status,
    int round,
    @Nullable Instant nextLook,
    @Nullable String problem,
    @Nullable String requestor,
    @Nullable String clientId) {

  public ThreadRow {
    requestor = KeyText.ofNullable(requestor);
    clientId = KeyText.ofNullable(clientId);
  }

  /** Whether this one asks for it. */
  public boolean isOf(String anyRequestor) {
    return KeyText.of(anyRequestor).equals(requestor);
  }

  /** Of a thread whose requestor gave it no name of its own. */
  public ThreadRow(
      String exchange,
      String ref,
      String place,
      long inode,
      long size,
      Instant modified,
      String status,
      int round,
      @Nullable Instant nextLook,
      @Nullable String problem) {
    this(exchange, ref, place, inode, size, modified, status, round, nextLook, problem, null, null);
  }

  /**
   * One that stands for no file: what the gateway itself has to tell. As an ended one, so that it
   * is forgotten after a month.
   */
  public static ThreadRow ended(String exchange, String ref) {
    return new ThreadRow(
        exchange, ref, "", 0, 0, Instant.EPOCH, ThreadStatus.COMPLETED.code(), 0, null, null);
  }

  /** The same with another problem and another time to look again. */
  public ThreadRow with(@Nullable String otherProblem, @Nullable Instant otherLook) {
    return new ThreadRow(
        exchange,
        ref,
        place,
        inode,
        size,
        modified,
        status,
        round,
        otherLook,
        otherProblem,
        requestor,
        clientId);
  }
}
