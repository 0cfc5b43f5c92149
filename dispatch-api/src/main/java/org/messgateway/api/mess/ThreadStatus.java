package org.messgateway.api.mess;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The status of a thread in its envelope.
 *
 * <p>Source: MESS protocol §4.2 and §9. Common other spellings ({@code in-progress}, {@code
 * canceled}, {@code rejected}) are read as the status that they mean.
 */
public enum ThreadStatus {
  /** Free to be claimed. */
  PENDING(ThreadFolder.RECEIVED, Phase.FREE),
  /** An executor has the thread. */
  CLAIMED(ThreadFolder.EXECUTING, Phase.HELD),
  /** The executor works on it. */
  IN_PROGRESS(ThreadFolder.EXECUTING, Phase.HELD),
  /** Blocked. Claimed when the envelope names an executor, else free. */
  WAITING(ThreadFolder.EXECUTING, Phase.HELD),
  /** The executor has put it aside. */
  HELD(ThreadFolder.EXECUTING, Phase.HELD),
  /** The executor asked a question. */
  NEEDS_INPUT(ThreadFolder.EXECUTING, Phase.HELD),
  /** The executor asks for a confirmation. */
  NEEDS_CONFIRMATION(ThreadFolder.EXECUTING, Phase.HELD),
  /** The executor tries again. */
  RETRYING(ThreadFolder.EXECUTING, Phase.HELD),
  /** Done. */
  COMPLETED(ThreadFolder.FINISHED, Phase.ENDED),
  /** Done in part. */
  PARTIAL(ThreadFolder.FINISHED, Phase.ENDED),
  /** Not done. */
  FAILED(ThreadFolder.CANCELED, Phase.ENDED),
  /** Refused. */
  DECLINED(ThreadFolder.CANCELED, Phase.ENDED),
  /** Withdrawn by the requestor. */
  CANCELLED(ThreadFolder.CANCELED, Phase.ENDED),
  /** Not done before its deadline. */
  EXPIRED(ThreadFolder.CANCELED, Phase.ENDED),
  /** Passed on. */
  DELEGATED(ThreadFolder.CANCELED, Phase.ENDED),
  /** Replaced by another thread. */
  SUPERSEDED(ThreadFolder.CANCELED, Phase.ENDED);

  private static final List<ThreadStatus> ALL = List.of(values());

  private final String code = name().toLowerCase(Locale.ROOT);

  private enum Phase {
    FREE,
    HELD,
    ENDED
  }

  private final ThreadFolder folder;
  private final Phase phase;

  ThreadStatus(ThreadFolder folder, Phase phase) {
    this.folder = folder;
    this.phase = phase;
  }

  /** The folder of threads with this status. */
  public ThreadFolder folder() {
    return folder;
  }

  /** Whether the thread has ended. */
  public boolean ended() {
    return phase == Phase.ENDED;
  }

  /** Whether the thread ended with success, so that threads that depend on it may be routed. */
  public boolean succeeded() {
    return this == COMPLETED || this == PARTIAL;
  }

  /** Whether an executor has the thread. */
  public boolean taken() {
    return phase == Phase.HELD;
  }

  /** The code that envelopes and messages write: {@code in_progress}. */
  public String code() {
    return code;
  }

  /**
   * The status of a code in any known spelling; empty for an unknown code. {@code received} is the
   * exchange's acknowledgement and leaves a thread {@link #PENDING}.
   */
  public static Optional<ThreadStatus> of(String code) {
    Optional<ThreadStatus> exact = exact(code);
    if (exact.isPresent()) {
      return exact;
    }
    String spelled = code.strip().toLowerCase(Locale.ROOT).replace('-', '_');
    return switch (spelled) {
      case "received" -> Optional.of(PENDING);
      case "canceled" -> Optional.of(CANCELLED);
      case "rejected" -> Optional.of(DECLINED);
      default -> exact(spelled);
    };
  }

  private static Optional<ThreadStatus> exact(String code) {
    for (ThreadStatus status : ALL) {
      if (status.code.equals(code)) {
        return Optional.of(status);
      }
    }
    return Optional.empty();
  }
}
