package org.messgateway.gateway.exchange;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.mess.MessThread;

/**
 * Whether a thread is whole. A half-written thread is usually valid YAML, and without its {@code
 * requires:} it would go to everybody (DESIGN §7, complete before routed).
 */
final class Completeness {

  /** What changed under our eyes is looked at again after this. */
  static final Duration SOON = Duration.ofMillis(50);

  private final ExchangeLimits limits;
  private final Stillness stillness;
  private final KnownThreads known;

  Completeness(ExchangeLimits limits, Stillness stillness, KnownThreads known) {
    this.limits = limits;
    this.known = known;
    this.stillness = stillness;
  }

  /** What speaks against reading it now; empty when nothing does. */
  Optional<ThreadLook> beforeReading(ThreadFiles files) {
    if (files.refusal() != null) {
      return unreadable(files.place().relative(), files.refusal());
    }
    Optional<FileStamp> refused =
        files.documents().stream().filter(file -> file.refusal() != null).findFirst();
    if (refused.isPresent()) {
      return unreadable(path(files, refused.get()), "it " + refused.get().refusal());
    }
    return files.head().isEmpty() ? noHead(files) : tooLarge(files).or(() -> largeAndFresh(files));
  }

  private Optional<ThreadLook> noHead(ThreadFiles files) {
    String name = ThreadFileName.ofDocuments(files.place().ref(), 0);
    return Optional.of(unfinished(files, "the folder has no " + name));
  }

  private Optional<ThreadLook> tooLarge(ThreadFiles files) {
    for (FileStamp file : files.documents()) {
      if (file.size() > limits.maxFile()) {
        return unreadable(path(files, file), larger(file.size(), limits.maxFile()));
      }
    }
    return files.documentBytes() > limits.maxThread()
        ? unreadable(files.place().relative(), larger(files.documentBytes(), limits.maxThread()))
        : Optional.empty();
  }

  private static String larger(long size, long limit) {
    return "its "
        + size
        + " bytes are more than the "
        + limit
        + " that are read; send large pictures as attachments";
  }

  /** What this gateway wrote was renamed into place whole. */
  private Optional<ThreadLook> largeAndFresh(ThreadFiles files) {
    Duration left = limits.still().minus(stillness.of(files));
    boolean doubtful = files.documentBytes() > limits.large() && left.isPositive();
    return doubtful && !known.written(files.place(), files.fingerprint())
        ? Optional.of(new ThreadLook.Incomplete("it is large and was written just now", left))
        : Optional.empty();
  }

  /** Whether a file that does not end its last line has lain long enough to be believed. */
  Optional<ThreadLook> openEnd(ThreadFiles files, String file) {
    Duration left = limits.still().minus(stillness.of(files));
    return left.isPositive()
        ? Optional.of(new ThreadLook.Incomplete(file + " does not end in a newline yet", left))
        : Optional.empty();
  }

  /** What an understandable thread still lacks; empty when it is whole. */
  Optional<ThreadLook> afterReading(ThreadFiles files, MessThread thread) {
    if (thread.request().filter(request -> !request.intent().isBlank()).isEmpty()) {
      return Optional.of(unfinished(files, "it has no request with an intent"));
    }
    List<NamedFiles.Named> missing = missing(files, thread);
    return missing.isEmpty() ? Optional.empty() : waitFor(files, missing);
  }

  /** Files that the thread names and that are not there as it says. */
  List<NamedFiles.Named> missing(ThreadFiles files, MessThread thread) {
    return files.place().form() == Form.DIRECTORY
        ? NamedFiles.of(thread).stream().filter(named -> !named.in(files)).toList()
        : List.of();
  }

  /** An answer's lost picture must not hold up what others are to be told, a request's does. */
  private Optional<ThreadLook> waitFor(ThreadFiles files, List<NamedFiles.Named> missing) {
    boolean asked = missing.stream().anyMatch(NamedFiles.Named::asked);
    if (!asked && patienceIsOver(files)) {
      return Optional.empty();
    }
    NamedFiles.Named first = missing.getFirst();
    String size = first.size() < 0 ? "" : " with its " + first.size() + " bytes";
    return Optional.of(
        unfinished(files, "it names the file " + first.name() + ", which is not there" + size));
  }

  /** A parser's complaint counts once nobody can be writing any more. */
  ThreadLook notUnderstood(ThreadFiles files, String file, int line, String reason) {
    Duration left = limits.still().minus(stillness.of(files));
    return left.isPositive()
        ? new ThreadLook.Incomplete("it cannot be understood yet: " + reason, left)
        : new ThreadLook.Unreadable(file, line, reason);
  }

  /** Waited for, at growing intervals, until patience is over. */
  private ThreadLook unfinished(ThreadFiles files, String reason) {
    if (patienceIsOver(files)) {
      String file = files.head().map(head -> path(files, head)).orElse(files.place().relative());
      return new ThreadLook.Unreadable(file, 0, reason);
    }
    Duration still = stillness.of(files);
    Duration again = still.compareTo(SOON) < 0 ? SOON : still;
    return new ThreadLook.Incomplete(reason, again);
  }

  private boolean patienceIsOver(ThreadFiles files) {
    return stillness.of(files).compareTo(limits.patience()) >= 0;
  }

  private static Optional<ThreadLook> unreadable(String file, String reason) {
    return Optional.of(new ThreadLook.Unreadable(file, 0, reason));
  }

  /** Path of a file relative to the exchange. */
  static String path(ThreadFiles files, FileStamp file) {
    String place = files.place().relative();
    return files.place().form() == Form.DIRECTORY ? place + "/" + file.name() : place;
  }
}
