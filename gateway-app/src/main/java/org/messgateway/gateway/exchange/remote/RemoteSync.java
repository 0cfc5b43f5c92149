package org.messgateway.gateway.exchange.remote;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Optional;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.ExchangeWriteException.Reason;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Updates the copy of a thread from the server. Thread-safe. */
final class RemoteSync {

  private static final Logger log = LoggerFactory.getLogger(RemoteSync.class);

  private final RemoteClient client;
  private final RemoteCopy copy;

  RemoteSync(RemoteClient client, RemoteCopy copy) {
    this.client = client;
    this.copy = copy;
  }

  /**
   * The server's thread.
   *
   * @throws RemoteException when the server does not return it
   */
  RemoteThread thread(Ref ref) throws RemoteException {
    JsonNode body = client.thread(ref);
    return RemoteThreads.thread(body)
        .filter(thread -> thread.ref().equals(ref))
        .orElseThrow(() ->
            new RemoteException(
                RemoteException.Reason.STRANGE,
                "The server answers something else than thread " + ref,
                "look whether url is that of an exchange server",
                null,
                null));
  }

  /** The server's complete thread; updates the copy too. */
  LoadedThread current(Ref ref) throws ExchangeWriteException {
    try {
      return copy.writer().alone(ref, () -> updateCopy(thread(ref)));
    } catch (RemoteException e) {
      throw writeFailure(ref, e);
    } catch (ExchangeWriteException e) {
      throw e;
    } catch (IOException e) {
      throw new ExchangeWriteException(
          Reason.FAILED, "Thread " + ref + " cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Updates the copy. Fetch and write happen under the thread's lock, so that no older state
   * replaces a newer one.
   *
   * @return the fetched thread; empty while it has no request
   */
  Optional<ListedThread> update(Ref ref) throws IOException {
    return copy.writer()
        .alone(
            ref,
            () -> {
              RemoteThread thread = thread(ref);
              return copy.update(thread) ? Optional.of(thread.state()) : Optional.empty();
            });
  }

  /**
   * The name of ours under which a thread was made; fetches one that has no copy yet. Empty also
   * for a thread that cannot be read.
   */
  Optional<String> madeAs(ListedThread line) throws RemoteException {
    Ref ref = line.ref();
    try {
      if (copy.seen(ref).isEmpty() && !line.means().ended()) {
        Optional<ListedThread> _ = update(ref);
      }
    } catch (RemoteException e) {
      if (e.reason() == RemoteException.Reason.AWAY
          || e.reason() == RemoteException.Reason.FAILED) {
        throw e;
      }
    } catch (IOException e) {
      log.warn("{} on the server cannot be copied: {}", ref, e.getMessage());
    }
    return copy.value(ref, RemoteCreation.MADE_AS);
  }

  /** Updates the copy and returns it. */
  LoadedThread updateCopy(RemoteThread thread) throws ExchangeWriteException, RemoteException {
    if (!copy.update(thread)) {
      throw new ExchangeWriteException(
          Reason.NOT_WHOLE, "Thread " + thread.ref() + " has no request on the server yet", null);
    }
    return copy.writer().read(thread.ref());
  }

  /** Maps a failure of the server to one of the write. */
  static ExchangeWriteException writeFailure(Ref ref, RemoteException e) {
    Reason reason =
        switch (e.reason()) {
          case ABSENT -> Reason.ABSENT;
          case REFUSED, TOO_OFTEN, AWAY -> Reason.AWAY;
          case LACKING -> Reason.NOT_WHOLE;
          case UNCERTAIN, FAILED, STRANGE -> Reason.FAILED;
        };
    return new ExchangeWriteException(
        reason, "Thread " + ref + " cannot be written: " + e.sentence(), e);
  }
}
