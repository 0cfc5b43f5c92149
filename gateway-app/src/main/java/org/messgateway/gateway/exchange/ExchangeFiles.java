package org.messgateway.gateway.exchange;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Hands out the files that lie beside a thread: those in its folder and no others, whatever the
 * name says.
 */
public final class ExchangeFiles {

  private final ThreadFinder finder;
  private final ExchangeGuard guard;

  ExchangeFiles(ThreadFinder finder, ExchangeGuard guard) {
    this.finder = finder;
    this.guard = guard;
  }

  /**
   * An open file. Whoever opened it closes it.
   *
   * @param size in bytes, when it was opened
   */
  public record OpenFile(String name, long size, SeekableByteChannel channel) implements Closeable {
    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** Whether a name could be that of a file beside a thread: no path, nothing hidden. */
  public static boolean mayBeOne(String name) {
    return ThreadFileName.safeAttachment(name);
  }

  /**
   * Opens a file of a thread.
   *
   * @param name as the thread or a client says it
   * @return empty when there is no such file, or it is none that may be handed out
   * @throws IOException when it is there and cannot be read
   */
  public Optional<OpenFile> open(Ref ref, String name) throws IOException {
    if (!ThreadFileName.safeAttachment(name)) {
      return Optional.empty();
    }
    for (Place place : finder.places(ref)) {
      Optional<OpenFile> file = open(place, name);
      if (file.isPresent()) {
        return file;
      }
    }
    return Optional.empty();
  }

  private Optional<OpenFile> open(Place place, String name) throws IOException {
    if (place.form() != Form.DIRECTORY) {
      return Optional.empty();
    }
    try {
      Path path = finder.path(place, name);
      if (finder.refused(place)) {
        return Optional.empty();
      }
      SeekableByteChannel channel = guard.open(path);
      return Optional.of(new OpenFile(name, channel.size(), channel));
    } catch (NoSuchFileException
        | NotDirectoryException
        | RefusedFileException
        | InvalidPathException e) {
      return Optional.empty();
    }
  }
}
