package org.messgateway.gateway.exchange.files;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.ThreadLocation;

/**
 * Files that other programs write in place, until they close them, as far as the system tells. What
 * a file holds meanwhile may be a part that looks like the whole. Thread-safe; the eldest are
 * forgotten.
 */
public final class UnfinishedWrites {

  /** What events of one name say of its writer, the last one first. */
  public enum WriteEvent {
    /** Nothing. */
    NONE,
    /** The file was opened as a new one, or is another name of one that was there. */
    CREATED,
    /** It was written, and is still open. */
    WRITTEN,
    /** It was closed after writing, or its name came or went with what it holds. */
    ENDED
  }

  /** A new name whose writer does nothing for so long has none: it is a hard link. */
  private static final Duration WITHOUT_WRITER = Duration.ofMillis(50);

  /** A program that goes on for so long is not waited for. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  static final int MOST = 10_000;

  private final LongSupplier nanos;
  private final Map<WrittenFile, Write> writes = new LinkedHashMap<>();

  private record WrittenFile(ThreadLocation copy, String name) {}

  private record Write(boolean written, long sinceNanos) {}

  /**
   * @param nanos elapsed time
   */
  public UnfinishedWrites(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Takes what events said.
   *
   * @param name of a file of the copy
   * @return whether a write that was under way has ended
   */
  public synchronized boolean note(ThreadLocation copy, String name, WriteEvent event) {
    WrittenFile file = new WrittenFile(copy, name);
    return switch (event) {
      case NONE -> false;
      case CREATED -> began(file, new Write(false, nanos.getAsLong()));
      case WRITTEN -> {
        Write before = writes.get(file);
        yield began(file, new Write(true, before == null ? nanos.getAsLong() : before.sinceNanos));
      }
      case ENDED -> writes.remove(file) != null;
    };
  }

  private boolean began(WrittenFile file, Write write) {
    writes.put(file, write);
    if (writes.size() > MOST) {
      Iterator<WrittenFile> eldest = writes.keySet().iterator();
      eldest.next();
      eldest.remove();
    }
    return false;
  }

  /** How long at most a copy is to be left to those who write its documents; zero for nobody. */
  public synchronized Duration left(ThreadFiles files) {
    Duration longest = Duration.ZERO;
    if (!writes.isEmpty()) {
      for (FileStamp document : files.documents()) {
        Duration left = left(writes.get(new WrittenFile(files.location(), document.name())));
        longest = left.compareTo(longest) > 0 ? left : longest;
      }
    }
    return longest;
  }

  private Duration left(@Nullable Write write) {
    return write == null
        ? Duration.ZERO
        : (write.written() ? PATIENCE : WITHOUT_WRITER)
            .minusNanos(nanos.getAsLong() - write.sinceNanos());
  }
}
