package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.messgateway.api.mess.Envelope;
import org.messgateway.gateway.exchange.format.EnvelopeReader;
import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadFormatException;

/**
 * Reads envelopes and nothing behind them, for lists. What it says of a thread that is just being
 * written may be half the truth: nothing is routed by it.
 */
public final class EnvelopeLoader {

  private static final int FIRST = 8 * 1024;

  private final ThreadFinder finder;
  private final ExchangeGuard guard;
  private final ExchangeLimits limits;

  EnvelopeLoader(ThreadFinder finder, ExchangeGuard guard, ExchangeLimits limits) {
    this.finder = finder;
    this.guard = guard;
    this.limits = limits;
  }

  /**
   * Reads the envelope of one copy.
   *
   * @throws NoSuchFileException when it is not there (any more)
   */
  public Envelope load(Place place) throws IOException, ThreadFormatException {
    ThreadFiles files = finder.look(place);
    FileStamp head =
        files.head().orElseThrow(() -> new NoSuchFileException(place + " has no envelope"));
    if (head.size() > limits.maxFile()) {
      throw new RefusedFileException(place.in(Path.of("")), "is too large");
    }
    try (SeekableByteChannel channel = guard.open(finder.path(place, head.name()))) {
      return read(Completeness.path(files, head), channel);
    }
  }

  private static Envelope read(String name, SeekableByteChannel channel)
      throws IOException, ThreadFormatException {
    byte[] prefix = {};
    for (int size = FIRST; ; size *= 4) {
      int wanted = (int) Math.min(size, channel.size());
      prefix = grow(prefix, wanted, channel);
      boolean whole = prefix.length < wanted || wanted == channel.size();
      Optional<Envelope> envelope = EnvelopeReader.read(new ThreadFile(name, prefix), whole);
      if (envelope.isPresent()) {
        return envelope.get();
      }
    }
  }

  private static byte[] grow(byte[] prefix, int size, SeekableByteChannel channel)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(Arrays.copyOf(prefix, Math.max(prefix.length, size)));
    buffer.position(prefix.length);
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
      // Until it is full or the file ends.
    }
    return Arrays.copyOf(buffer.array(), buffer.position());
  }
}
