package org.messgateway.api.mess;

import java.util.Locale;
import java.util.Optional;

/**
 * Status of a thread, as its envelope says it.
 *
 * <p>Source: protocol §4.2 and §9, plan Component 3 (folders). Spellings of the wild ({@code
 * in-progress}, {@code canceled}, {@code rejected}) are read as what they mean.
 */
public enum ThreadStatus {
  /** Free to be claimed. */
  PENDING(Folder.RECEIVED, Phase.FREE),
  CLAIMED(Folder.EXECUTING, Phase.HELD),
  IN_PROGRESS(Folder.EXECUTING, Phase.HELD),
  /** Blocked. Held by its executor when the envelope names one, else free. */
  WAITING(Folder.EXECUTING, Phase.HELD),
  HELD(Folder.EXECUTING, Phase.HELD),
  NEEDS_INPUT(Folder.EXECUTING, Phase.HELD),
  NEEDS_CONFIRMATION(Folder.EXECUTING, Phase.HELD),
  RETRYING(Folder.EXECUTING, Phase.HELD),
  COMPLETED(Folder.FINISHED, Phase.ENDED),
  PARTIAL(Folder.FINISHED, Phase.ENDED),
  FAILED(Folder.CANCELED, Phase.ENDED),
  DECLINED(Folder.CANCELED, Phase.ENDED),
  CANCELLED(Folder.CANCELED, Phase.ENDED),
  EXPIRED(Folder.CANCELED, Phase.ENDED),
  DELEGATED(Folder.CANCELED, Phase.ENDED),
  SUPERSEDED(Folder.CANCELED, Phase.ENDED);

  private final String code = name().toLowerCase(Locale.ROOT);

  private enum Phase {
    FREE,
    HELD,
    ENDED
  }

  private final Folder folder;
  private final Phase phase;

  ThreadStatus(Folder folder, Phase phase) {
    this.folder = folder;
    this.phase = phase;
  }

  /** Where a thread of this status belongs. */
  public Folder folder() {
    return folder;
  }

  /** Whether nothing further is expected. */
  public boolean ended() {
    return phase == Phase.ENDED;
  }

  /** Whether it ended well, so that threads that depend on it may go. */
  public boolean succeeded() {
    return this == COMPLETED || this == PARTIAL;
  }

  /** Whether somebody is on it. */
  public boolean taken() {
    return phase == Phase.HELD;
  }

  /** The code as it is written in envelopes and messages: {@code in_progress}. */
  public String code() {
    return code;
  }

  /**
   * The status a code stands for, whatever its spelling; empty for a code that is unknown. {@code
   * received} is the exchange's acknowledgement and leaves a thread {@link #PENDING}.
   */
  public static Optional<ThreadStatus> of(String code) {
    String spelled = code.strip().toLowerCase(Locale.ROOT).replace('-', '_');
    return switch (spelled) {
      case "received" -> Optional.of(PENDING);
      case "canceled" -> Optional.of(CANCELLED);
      case "rejected" -> Optional.of(DECLINED);
      default -> {
        for (ThreadStatus status : values()) {
          if (status.code().equals(spelled)) {
            yield Optional.of(status);
          }
        }
        yield Optional.empty();
      }
    };
  }
}
