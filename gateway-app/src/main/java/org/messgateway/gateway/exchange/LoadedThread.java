package org.messgateway.gateway.exchange;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.format.ParsedThread;
import org.messgateway.gateway.home.NativeStatus;

/**
 * A complete thread as it was read.
 *
 * @param location where the copy lies
 * @param fingerprint of its files when they were read
 * @param parsed values and documents
 * @param missing attachments that answers name and the copy lacks
 * @param settled what the system said of its one file when it was read, where every later change
 *     shows in that, so that what was read is what it holds as long as that is the same; else null
 * @param otherCopies further copies of the same ref; during a move by another program, or by
 *     mistake
 */
public record LoadedThread(
    ThreadLocation location,
    Fingerprint fingerprint,
    ParsedThread parsed,
    List<String> missing,
    @Nullable NativeStatus settled,
    List<ThreadLocation> otherCopies) {

  public LoadedThread {
    missing = List.copyOf(missing);
    otherCopies = List.copyOf(otherCopies);
  }

  public Ref ref() {
    return location.ref();
  }

  /** The thread's values. */
  public MessThread thread() {
    return parsed.thread();
  }

  /** Bytes of memory that it takes, at most: its files and their values. */
  public long memory() {
    return fingerprint.size() + parsed.values();
  }

  public LoadedThread beside(List<ThreadLocation> others) {
    return new LoadedThread(location, fingerprint, parsed, missing, settled, others);
  }
}
