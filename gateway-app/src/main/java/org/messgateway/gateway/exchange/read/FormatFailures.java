package org.messgateway.gateway.exchange.read;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.ThreadFiles;
import org.messgateway.gateway.exchange.format.ThreadFormatException;

/**
 * Why copies of threads could not be parsed, so that a broken one is parsed once, not at every
 * look, as long as its files are the same. Thread-safe; remembers 1,024 copies.
 */
final class FormatFailures {

  private static final int MOST = 1024;

  /** Below this, parsing again costs no more than a system call or two. */
  private static final long WORTH_IT = 8 << 10;

  private record Failure(Fingerprint fingerprint, ThreadFormatException reason) {}

  private final Map<ThreadLocation, Failure> failures = new LinkedHashMap<>();

  /** Why these very files could not be parsed; empty when that is not known. */
  Optional<ThreadFormatException> of(ThreadFiles files) {
    return files.documentBytes() < WORTH_IT ? Optional.empty() : known(files);
  }

  private synchronized Optional<ThreadFormatException> known(ThreadFiles files) {
    return Optional.ofNullable(failures.get(files.location()))
        .filter(failure -> failure.fingerprint().equals(files.fingerprint()))
        .map(Failure::reason);
  }

  synchronized void keep(ThreadFiles files, ThreadFormatException reason) {
    failures.remove(files.location());
    failures.put(files.location(), new Failure(files.fingerprint(), reason));
    if (failures.size() > MOST) {
      failures.remove(failures.keySet().iterator().next());
    }
  }
}
