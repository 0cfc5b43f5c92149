package org.messgateway.gateway.http.limits;

import io.helidon.webserver.CloseConnectionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A read of a connection that began before its bytes are wanted, on a virtual thread of its own,
 * which ends with the read: at the latest when the connection is closed.
 */
final class ReadAhead {

  private final FutureTask<byte @Nullable []> read;
  private @Nullable Runnable gone;
  private boolean ended;

  /**
   * @param source null for the end
   */
  ReadAhead(Supplier<byte @Nullable []> source) {
    this.read = new FutureTask<>(source::get);
  }

  void start() {
    Thread.ofVirtual().name("client-watch").start(this::run);
  }

  private void run() {
    read.run();
    if (hungUp()) {
      synchronized (this) {
        ended = true;
        tellIfWanted();
      }
    }
  }

  private boolean hungUp() {
    return read.state() != FutureTask.State.SUCCESS || read.resultNow() == null;
  }

  /** Replaces who is told of the end; whoever was told before is not told any more. */
  synchronized void tell(Runnable other) {
    gone = other;
    if (ended) {
      tellIfWanted();
    }
  }

  private synchronized void tellIfWanted() {
    Runnable wanted = gone;
    if (wanted != null) {
      wanted.run();
    }
  }

  synchronized void tellNobody() {
    gone = null;
  }

  /**
   * The bytes; null for the end.
   *
   * @throws CloseConnectionException when the server ends the connection meanwhile
   */
  byte @Nullable [] bytes() {
    try {
      return read.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CloseConnectionException("The server is being stopped", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
