package org.messgateway.gateway.exchange;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a whole file system is flushed here, found out when it is first wanted: a start does not wait
 * for it. Thread-safe.
 */
final class KnownFlush implements Supplier<Optional<FileSystemFlush>> {

  private final Supplier<Optional<FileSystemFlush>> find;
  private volatile boolean asked;
  private volatile @Nullable FileSystemFlush found;

  KnownFlush(Supplier<Optional<FileSystemFlush>> find) {
    this.find = find;
  }

  /** Found twice it is the same. */
  @Override
  public Optional<FileSystemFlush> get() {
    if (!asked) {
      found = find.get().orElse(null);
      asked = true;
    }
    return Optional.ofNullable(found);
  }
}
