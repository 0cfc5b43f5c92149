package org.messgateway.gateway.exchange.files;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.home.NativeFiles;
import org.messgateway.gateway.home.NativeStatus;

/**
 * The state folder of threads in one file that are looked at one after the other: it is opened
 * once, and is the same directory whatever its name stands for meanwhile; after some milliseconds
 * it is opened again, since a later look must see what the name stands for then. To be closed after
 * some milliseconds, too; it may be used again. Used by one thread.
 */
public final class OpenFolders implements Closeable {

  /** Time that an opening is used. */
  private static final long LONGEST_NANOS = 5_000_000;

  private final FlatThreads threads;
  private final LongSupplier nanos;
  private @Nullable NativeFiles system;
  private @Nullable StateFolder stateFolder;
  private int folder;
  private long opened;

  OpenFolders(FlatThreads threads, LongSupplier nanos) {
    this.threads = threads;
    this.nanos = nanos;
  }

  /** Opens a thread for reading; null where it is not so simple. */
  public @Nullable FlatCopy open(ThreadLocation location) {
    NativeFiles calls = threads.systemOfFile(location);
    if (calls == null) {
      return null;
    }
    try {
      return FlatCopy.of(calls, location, folder(calls, location), true);
    } catch (IOException notSimple) {
      return null;
    }
  }

  /** What the system says of a thread's file; null where it is not so simple. */
  @Nullable FileStamp stamp(ThreadLocation location) {
    NativeFiles calls = threads.systemOfFile(location);
    if (calls == null) {
      return null;
    }
    try {
      String name = location.name();
      NativeStatus found = calls.status(folder(calls, location), name);
      return found.isRegular() ? FileStamp.of(name, found) : null;
    } catch (IOException notSimple) {
      return null;
    }
  }

  /** Fingerprint of a thread; null where it is not so simple. */
  public @Nullable Fingerprint fingerprint(ThreadLocation location) {
    FileStamp stamp = stamp(location);
    return stamp == null ? null : new Fingerprint(stamp.inode(), stamp.size(), stamp.modified());
  }

  /** The open state folder of a thread; it is not the caller's to close. */
  public int folder(NativeFiles calls, ThreadLocation location) throws IOException {
    long now = nanos.getAsLong();
    if (!location.stateFolder().equals(stateFolder) || now - opened > LONGEST_NANOS) {
      close();
      folder = calls.folder(threads.folder(location));
      opened = now;
      system = calls;
      stateFolder = location.stateFolder();
    }
    return folder;
  }

  @Override
  public void close() {
    NativeFiles calls = system;
    system = null;
    stateFolder = null;
    if (calls != null) {
      calls.close(folder);
    }
  }
}
