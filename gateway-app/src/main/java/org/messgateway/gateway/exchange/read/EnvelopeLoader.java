package org.messgateway.gateway.exchange.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.messgateway.api.mess.Envelope;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.FairBudget;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.ExchangeGuard;
import org.messgateway.gateway.exchange.files.FileStamp;
import org.messgateway.gateway.exchange.files.OpenCopy;
import org.messgateway.gateway.exchange.files.RefusedFileException;
import org.messgateway.gateway.exchange.files.ThreadFiles;
import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.ThreadReader;

/**
 * Reads envelopes without the documents behind them, for lists. The envelope of a thread that is
 * being written can be incomplete: no routing decision depends on this class.
 */
public final class EnvelopeLoader {

  private static final int FIRST = 8 * 1024;
  private static final int GROWTH = 4;

  private final ExchangeGuard guard;
  private final ExchangeLimits limits;
  private final LargeWork large;

  public EnvelopeLoader(ExchangeGuard guard, ExchangeLimits limits, LargeWork large) {
    this.large = large;
    this.guard = guard;
    this.limits = limits;
  }

  /**
   * Reads the envelope of one copy.
   *
   * @throws NoSuchFileException when the copy does not exist (any more)
   */
  public Envelope load(ThreadLocation location) throws IOException, ThreadFormatException {
    try (OpenCopy copy = guard.open(location)) {
      return load(location, copy);
    }
  }

  private Envelope load(ThreadLocation location, OpenCopy copy)
      throws IOException, ThreadFormatException {
    ThreadFiles files = copy.list();
    FileStamp firstFile =
        files.firstFile().orElseThrow(() -> new NoSuchFileException(location + " has no envelope"));
    if (firstFile.size() > limits.maxFile()) {
      throw new RefusedFileException(location.in(Path.of("")), "is too large");
    }
    try (SeekableByteChannel channel = copy.open(firstFile.name())) {
      return read(CompletenessCheck.path(files, firstFile), channel);
    }
  }

  private Envelope read(String name, SeekableByteChannel channel)
      throws IOException, ThreadFormatException {
    byte[] prefix = {};
    for (int size = FIRST; size <= LargeWork.SMALL; size *= GROWTH) {
      prefix = grow(prefix, size, channel);
      boolean whole = prefix.length < size || size == channel.size();
      Optional<Envelope> envelope = ThreadReader.envelope(new ThreadFile(name, prefix), whole);
      if (envelope.isPresent()) {
        return envelope.get();
      }
    }
    return readLarge(name, prefix, channel);
  }

  private Envelope readLarge(String name, byte[] begun, SeekableByteChannel channel)
      throws IOException, ThreadFormatException {
    try (FairBudget.Share turn = large.parse(channel.size(), LargeWork.PATIENCE).orElse(null)) {
      if (turn == null) {
        throw new IOException(name + " is large, and other large threads are being read");
      }
      byte[] prefix = begun;
      for (long size = LargeWork.SMALL; ; size *= GROWTH) {
        int wanted = (int) Math.min(size, channel.size());
        prefix = grow(prefix, wanted, channel);
        boolean whole = prefix.length < wanted || wanted == channel.size();
        Optional<Envelope> envelope = ThreadReader.envelope(new ThreadFile(name, prefix), whole);
        if (envelope.isPresent()) {
          return envelope.get();
        }
      }
    }
  }

  private static byte[] grow(byte[] prefix, int size, SeekableByteChannel channel)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(Arrays.copyOf(prefix, Math.max(prefix.length, size)));
    buffer.position(prefix.length);
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
      // Until the buffer is full or the file ends.
    }
    return Arrays.copyOf(buffer.array(), buffer.position());
  }
}
