package org.messgateway.gateway.exchange.read;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Optional;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.ExchangeGuard;
import org.messgateway.gateway.exchange.files.OpenCopy;
import org.messgateway.gateway.exchange.files.RefusedFileException;
import org.messgateway.gateway.exchange.files.ThreadFileName;
import org.messgateway.gateway.exchange.files.ThreadFinder;

/** Opens attachments of threads: files in the thread's folder and no others, whatever the name. */
public final class ExchangeFiles {

  private final ThreadFinder finder;
  private final ExchangeGuard guard;

  public ExchangeFiles(ThreadFinder finder, ExchangeGuard guard) {
    this.finder = finder;
    this.guard = guard;
  }

  /**
   * An open attachment; the caller closes it.
   *
   * @param size bytes at the time of opening
   */
  public record OpenFile(String name, long size, FileChannel channel) implements Closeable {
    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** Whether a name can be that of an attachment: no path, nothing hidden. */
  public static boolean mayBeOne(String name) {
    return ThreadFileName.safeAttachment(name);
  }

  /**
   * Opens an attachment of a thread.
   *
   * @param name from the thread or from a client, unchecked
   * @return empty when no such file exists, or when it must not be opened
   * @throws IOException when the file exists and cannot be read
   */
  public Optional<OpenFile> open(Ref ref, String name) throws IOException {
    if (!ThreadFileName.safeAttachment(name)) {
      return Optional.empty();
    }
    for (ThreadLocation location : finder.places(ref)) {
      Optional<OpenFile> file = open(location, name);
      if (file.isPresent()) {
        return file;
      }
    }
    return Optional.empty();
  }

  private Optional<OpenFile> open(ThreadLocation location, String name) throws IOException {
    if (location.layout() != ThreadLayout.DIRECTORY) {
      return Optional.empty();
    }
    try (OpenCopy copy = guard.open(location)) {
      FileChannel channel = copy.open(name);
      return Optional.of(new OpenFile(name, channel.size(), channel));
    } catch (NoSuchFileException
        | NotDirectoryException
        | RefusedFileException
        | InvalidPathException e) {
      return Optional.empty();
    }
  }
}
