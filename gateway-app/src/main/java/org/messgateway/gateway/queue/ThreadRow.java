package org.messgateway.gateway.queue;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;

/**
 * The queue's row of a thread: enough to know, without reading the thread, whether it has changed
 * and when to route it again.
 *
 * @param exchange id of the exchange
 * @param place path of the thread relative to the exchange's root
 * @param inode identity of its first file, 0 where the file system has none
 * @param size bytes over all its files
 * @param modified latest modification of its files
 * @param status the envelope's status code
 * @param round number of times it became free to claim
 * @param nextLook when routing may answer differently; null for never by itself
 * @param problem why nothing goes out, for {@code explain} and the log; null when all is well
 * @param requestor of the thread, as a {@link LookupKey}; null when the thread does not say
 * @param clientId the requestor's own name of the thread, as a {@link LookupKey}; null without one
 * @param facts what queries select threads by; null where it is not known
 * @param successors refs of the threads in which it goes on; empty for none
 * @param origin tells tasks of one ref apart
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
    @Nullable String clientId,
    @Nullable QueryFacts facts,
    List<String> successors,
    Origin origin) {

  /**
   * What tells tasks apart that had the same ref one after the other.
   *
   * @param generation 0 where no other task had the ref before
   * @param created in milliseconds; null where the thread does not say it
   * @param intent digest of the words; null where it is not known
   */
  public record Origin(long generation, @Nullable Instant created, @Nullable String intent) {

    /** Of a row that nobody has looked at since rows have one. */
    public static final Origin UNKNOWN = new Origin(0, null, null);

    public Origin {
      created = created == null ? null : created.truncatedTo(ChronoUnit.MILLIS);
    }
  }

  /**
   * What queries select threads by.
   *
   * @param executor who has it, as a {@link LookupKey}; null for nobody
   * @param updated when it changed last
   * @param requires ids of the capabilities that it requires
   */
  public record QueryFacts(@Nullable String executor, Instant updated, List<String> requires) {

    public QueryFacts {
      executor = LookupKey.ofNullable(executor);
      requires = List.copyOf(requires);
    }
  }

  public ThreadRow {
    requestor = LookupKey.ofNullable(requestor);
    clientId = LookupKey.ofNullable(clientId);
    successors = List.copyOf(successors);
  }

  /** Successors as the store keeps them; null for none. A ref has no line ends. */
  public @Nullable String lines() {
    return successors.isEmpty() ? null : String.join("\n", successors);
  }

  /** The opposite of {@link #lines}. */
  public static List<String> refs(@Nullable String lines) {
    return lines == null ? List.of() : lines.lines().toList();
  }

  /** Whether this is its requestor. */
  public boolean isOf(String anyRequestor) {
    return LookupKey.of(anyRequestor).equals(requestor);
  }

  /** The row of a thread that goes on in no other, without what queries select threads by. */
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
      @Nullable String problem,
      @Nullable String requestor,
      @Nullable String clientId) {
    this(
        exchange,
        ref,
        place,
        inode,
        size,
        modified,
        status,
        round,
        nextLook,
        problem,
        requestor,
        clientId,
        null,
        List.of(),
        Origin.UNKNOWN);
  }

  /** The row of a thread without requestor and client id. */
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
   * The row of a message of the gateway itself, without a file. Its thread counts as ended, so that
   * it is deleted after a month.
   */
  static ThreadRow ended(String exchange, String ref) {
    return new ThreadRow(
        exchange, ref, "", 0, 0, Instant.EPOCH, ThreadStatus.COMPLETED.code(), 0, null, null);
  }

  /** The same of another origin. */
  public ThreadRow with(Origin other) {
    return copy(problem, nextLook, other);
  }

  /** The same with another problem and another time to look again. */
  public ThreadRow with(@Nullable String otherProblem, @Nullable Instant otherLook) {
    return copy(otherProblem, otherLook, origin);
  }

  private ThreadRow copy(
      @Nullable String otherProblem, @Nullable Instant otherLook, Origin otherOrigin) {
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
        clientId,
        facts,
        successors,
        otherOrigin);
  }
}
