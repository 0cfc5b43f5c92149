package org.messgateway.gateway.exchange.watch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.messgateway.gateway.exchange.files.UnfinishedWrites.WriteEvent;
import org.messgateway.gateway.home.SystemCalls;

/**
 * Events as Linux tells them, read by the thread that waits for them: a burst comes in few reads,
 * and costs no second thread. A folder is its number in the queue. Several events of one name that
 * follow each other are one.
 */
final class Inotify implements FolderEvents {

  private static final int MODIFIED = 0x2;
  private static final int ATTRIBUTES = 0x4;
  private static final int CLOSED = 0x8;
  private static final int MOVED_FROM = 0x40;
  private static final int MOVED_TO = 0x80;
  private static final int CREATED = 0x100;
  private static final int DELETED = 0x200;
  private static final int OVERFLOW = 0x4000;
  private static final int NO_LONGER = 0x8000;
  private static final int FOLDER = 0x4000_0000;
  private static final int FOLDERS_ONLY = 0x0100_0000;

  private static final int KINDS =
      MODIFIED | ATTRIBUTES | CLOSED | MOVED_FROM | MOVED_TO | CREATED | DELETED | FOLDERS_ONLY;

  private static final int TOO_MANY_FILES = -24;
  private static final int NO_SPACE = -28;

  /** How Java and the system write names. */
  private static final Charset NAMES =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"), Charset.defaultCharset());

  /** Number, kind, cookie and length, before the name. */
  private static final int HEAD = 16;

  private final SystemCalls calls;
  private final int queue;
  private final int ending;

  /** Held by whoever uses the descriptors, so that none is closed under a call. */
  private final ReentrantLock lock = new ReentrantLock();

  private volatile boolean closing;
  private boolean closed;

  Inotify(SystemCalls calls) throws IOException {
    this.calls = calls;
    this.queue = opened(calls.queue());
    int signal = calls.signal();
    if (signal < 0) {
      int _ = calls.close(queue);
    }
    this.ending = opened(signal);
  }

  private static int opened(int descriptor) throws IOException {
    if (descriptor == TOO_MANY_FILES) {
      throw new IOException("User limit of inotify instances reached or too many open files");
    }
    return SystemCalls.checked(descriptor, "inotify");
  }

  @Override
  public Object watch(Path folder) throws IOException {
    lock.lock();
    try {
      mustBeOpen();
      int number = calls.watch(queue, folder.toString().getBytes(NAMES), KINDS);
      if (number == NO_SPACE) {
        throw new IOException("User limit of inotify watches reached");
      }
      return SystemCalls.checked(number, folder.toString());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void cancel(Object folder) {
    lock.lock();
    try {
      if (!closed) {
        // One that is gone already is no error.
        int _ = calls.ignore(queue, (Integer) folder);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The queue tells when it is not, by an event. */
  @Override
  public boolean isWatched(Object folder) {
    return true;
  }

  @Override
  public boolean poll(Duration atMost, Receiver receiver) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    ByteBuffer events = read(atMost);
    pass(events, receiver);
    return events.limit() > 0;
  }

  private ByteBuffer read(Duration atMost) {
    lock.lock();
    try {
      mustBeOpen();
      byte[] events = calls.events(queue);
      if (events.length == 0 && atMost.isPositive()) {
        // Rounded up: no turn for the rest of a millisecond.
        int millis = (int) Math.min(Integer.MAX_VALUE, atMost.toMillis() + 1);
        int _ = calls.await(queue, ending, millis);
        mustBeOpen();
        events = calls.events(queue);
      }
      return ByteBuffer.wrap(events).order(ByteOrder.nativeOrder());
    } finally {
      lock.unlock();
    }
  }

  private void mustBeOpen() {
    if (closing) {
      throw new ClosedWatchServiceException();
    }
  }

  private static void pass(ByteBuffer events, Receiver receiver) {
    int last = -1;
    String name = "";
    boolean created = false;
    WriteEvent write = WriteEvent.NONE;
    for (int at = 0; at < events.limit(); at += HEAD + events.getInt(at + 12)) {
      int folder = events.getInt(at);
      int kind = events.getInt(at + 4);
      String next = name(events, at + HEAD, events.getInt(at + 12));
      if (folder != last || !next.equals(name)) {
        pass(last, name, created, write, receiver);
        created = false;
        write = WriteEvent.NONE;
      }
      last = folder;
      name = next;
      created |= (kind & (CREATED | MOVED_TO)) != 0;
      write = write(kind, write);
      if ((kind & OVERFLOW) != 0) {
        receiver.lost();
      } else if ((kind & NO_LONGER) != 0) {
        receiver.gone(folder);
      }
    }
    pass(last, name, created, write, receiver);
  }

  /** Events without a name are of the folder itself. */
  private static void pass(
      int folder, String name, boolean created, WriteEvent write, Receiver receiver) {
    if (!name.isEmpty()) {
      receiver.changed(folder, name, created, write);
    }
  }

  /** Each event says something else of the writer, or nothing. */
  private static WriteEvent write(int kind, WriteEvent before) {
    if ((kind & (CLOSED | MOVED_FROM | MOVED_TO | DELETED)) != 0) {
      return WriteEvent.ENDED;
    }
    if ((kind & MODIFIED) != 0) {
      return WriteEvent.WRITTEN;
    }
    return (kind & (CREATED | FOLDER)) == CREATED ? WriteEvent.CREATED : before;
  }

  /** Padded with zeros. */
  private static String name(ByteBuffer events, int at, int most) {
    int length = 0;
    while (length < most && events.get(at + length) != 0) {
      length++;
    }
    return new String(events.array(), at, length, NAMES);
  }

  @Override
  public void close() throws IOException {
    if (!closing) {
      closing = true;
      int _ = calls.raise(ending);
    }
    lock.lock();
    try {
      if (!closed) {
        closed = true;
        int _ = calls.close(queue);
        int _ = calls.close(ending);
      }
    } finally {
      lock.unlock();
    }
  }
}
