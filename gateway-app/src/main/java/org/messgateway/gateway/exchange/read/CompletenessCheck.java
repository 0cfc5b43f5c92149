package org.messgateway.gateway.exchange.read;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.files.FileStamp;
import org.messgateway.gateway.exchange.files.SeenFingerprints;
import org.messgateway.gateway.exchange.files.ThreadFileName;
import org.messgateway.gateway.exchange.files.ThreadFiles;

/**
 * Decides whether a thread is complete. A half-written thread is usually valid YAML, and without
 * its {@code requires:} it would be routed to every executor
 * (docs/rules.md#complete-before-routed).
 */
public final class CompletenessCheck {

  /** Wait before the next read of a thread that changed while it was read. */
  static final Duration SHORT_WAIT = Duration.ofMillis(50);

  private static final int NANOS_OF_MILLI = 1_000_000;

  /**
   * More than the time between two different times of files, whose clocks tick every 1 to 10 ms.
   */
  private static final Duration FINE_STEP = Duration.ofMillis(50);

  /** The same where a file system keeps no fractions of milliseconds: FAT counts in two seconds. */
  private static final Duration COARSE_STEP = Duration.ofSeconds(3);

  private final ExchangeLimits limits;
  private final QuietPeriod quietPeriod;
  private final SeenFingerprints seen;

  public CompletenessCheck(ExchangeLimits limits, QuietPeriod quietPeriod, SeenFingerprints seen) {
    this.limits = limits;
    this.seen = seen;
    this.quietPeriod = quietPeriod;
  }

  /** Why the thread cannot be read now; empty when it can. */
  Optional<ThreadReadResult> beforeReading(ThreadFiles files) {
    if (files.refusal() != null) {
      return unreadable(files.location().relative(), files.refusal());
    }
    for (FileStamp file : files.documents()) {
      if (file.refusal() != null) {
        return unreadable(path(files, file), "it " + file.refusal());
      }
    }
    if (files.firstFile().isEmpty()) {
      return withoutFirstFile(files);
    }
    Optional<ThreadReadResult> tooLarge = tooLarge(files);
    return tooLarge.isPresent() ? tooLarge : largeAndFresh(files);
  }

  private Optional<ThreadReadResult> withoutFirstFile(ThreadFiles files) {
    String name = ThreadFileName.ofDocuments(files.location().ref(), 0);
    return Optional.of(unfinished(files, "the folder has no " + name));
  }

  private Optional<ThreadReadResult> tooLarge(ThreadFiles files) {
    for (FileStamp file : files.documents()) {
      if (file.size() > limits.maxFile()) {
        return unreadable(path(files, file), sizeRefusal(file.size(), limits.maxFile()));
      }
    }
    return files.documentBytes() > limits.maxThread()
        ? unreadable(
            files.location().relative(), sizeRefusal(files.documentBytes(), limits.maxThread()))
        : Optional.empty();
  }

  private static String sizeRefusal(long size, long limit) {
    return "its "
        + size
        + " bytes are more than the "
        + limit
        + " that are read; send large pictures as attachments";
  }

  /** A file of this gateway is complete: it appeared by a rename. */
  private Optional<ThreadReadResult> largeAndFresh(ThreadFiles files) {
    if (files.documentBytes() <= limits.large()) {
      return Optional.empty();
    }
    Duration left = limits.quietPeriod().minus(quietPeriod.of(files));
    return left.isPositive() && !seen.isOwnWrite(files.location(), files.fingerprint())
        ? Optional.of(new ThreadReadResult.Incomplete("it is large and was written just now", left))
        : Optional.empty();
  }

  /**
   * Whether the files last changed so long ago that another change gets another time. Asked before
   * they are read.
   */
  boolean isSettled(ThreadFiles files) {
    boolean fine = files.modified().getNano() % NANOS_OF_MILLI != 0;
    return quietPeriod.of(files).compareTo(fine ? FINE_STEP : COARSE_STEP) > 0;
  }

  /** Incomplete when a file without a final newline changed less than the quiet period ago. */
  Optional<ThreadReadResult> unendedLine(ThreadFiles files, String file) {
    Duration left = limits.quietPeriod().minus(quietPeriod.of(files));
    return left.isPositive()
        ? Optional.of(
            new ThreadReadResult.Incomplete(file + " does not end in a newline yet", left))
        : Optional.empty();
  }

  /** What a parsed thread still lacks; empty when it is complete. */
  Optional<ThreadReadResult> afterReading(ThreadFiles files, MessThread thread) {
    if (thread.request().filter(request -> !request.intent().isBlank()).isEmpty()) {
      return Optional.of(unfinished(files, "it has no request with an intent"));
    }
    List<DeclaredFiles.DeclaredFile> missing = missing(files, thread);
    return missing.isEmpty() ? Optional.empty() : waitFor(files, missing);
  }

  /** Attachments that the thread names and the copy does not hold. */
  List<DeclaredFiles.DeclaredFile> missing(ThreadFiles files, MessThread thread) {
    return files.location().layout() == ThreadLayout.DIRECTORY
        ? DeclaredFiles.of(thread).stream().filter(named -> !named.isIn(files)).toList()
        : List.of();
  }

  /**
   * A missing attachment of a request holds the thread back; one of an answer does so only until
   * patience is over.
   */
  private Optional<ThreadReadResult> waitFor(
      ThreadFiles files, List<DeclaredFiles.DeclaredFile> missing) {
    boolean requested = missing.stream().anyMatch(DeclaredFiles.DeclaredFile::requested);
    if (!requested && patienceIsOver(files)) {
      return Optional.empty();
    }
    DeclaredFiles.DeclaredFile first = missing.getFirst();
    String size = first.size() < 0 ? "" : " with its " + first.size() + " bytes";
    return Optional.of(
        unfinished(files, "it names the file " + first.name() + ", which is not there" + size));
  }

  /** A parse error counts only after the quiet period, when no writer is at work. */
  ThreadReadResult parseError(ThreadFiles files, String file, int line, String reason) {
    Duration left = limits.quietPeriod().minus(quietPeriod.of(files));
    return left.isPositive()
        ? new ThreadReadResult.Incomplete("it cannot be understood yet: " + reason, left)
        : new ThreadReadResult.Unreadable(file, line, reason);
  }

  /** Incomplete, read again at growing intervals; unreadable once patience is over. */
  private ThreadReadResult unfinished(ThreadFiles files, String reason) {
    if (patienceIsOver(files)) {
      String file =
          files
              .firstFile()
              .map(firstFile -> path(files, firstFile))
              .orElse(files.location().relative());
      return new ThreadReadResult.Unreadable(file, 0, reason);
    }
    Duration quiet = quietPeriod.of(files);
    Duration again = quiet.compareTo(SHORT_WAIT) < 0 ? SHORT_WAIT : quiet;
    return new ThreadReadResult.Incomplete(reason, again);
  }

  private boolean patienceIsOver(ThreadFiles files) {
    return quietPeriod.of(files).compareTo(limits.patience()) >= 0;
  }

  private static Optional<ThreadReadResult> unreadable(String file, String reason) {
    return Optional.of(new ThreadReadResult.Unreadable(file, 0, reason));
  }

  /** Path of a file relative to the exchange. */
  static String path(ThreadFiles files, FileStamp file) {
    String place = files.location().relative();
    return files.location().layout() == ThreadLayout.DIRECTORY ? place + "/" + file.name() : place;
  }
}
