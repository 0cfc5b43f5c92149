package org.messgateway.gateway.remote;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Optional;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.ExchangeWriteException.Reason;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;

/** Brings the copy of a thread to what the server has now. Safe for all threads. */
final class Server {

  private final RemoteClient client;
  private final RemoteCopy copy;

  Server(RemoteClient client, RemoteCopy copy) {
    this.client = client;
    this.copy = copy;
  }

  /**
   * The thread as the server has it.
   *
   * @throws RemoteException when it cannot be had
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

  /** The thread as it stands there, whole, the copy brought up to date by the way. */
  LoadedThread fresh(Ref ref) throws ExchangeWriteException {
    try {
      return copy.writer().alone(ref, () -> kept(thread(ref)));
    } catch (RemoteException e) {
      throw away(ref, e);
    } catch (ExchangeWriteException e) {
      throw e;
    } catch (IOException e) {
      throw new ExchangeWriteException(
          Reason.FAILED, "Thread " + ref + " cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Takes over what the server has now; asked for and written under the thread's lock, or an older
   * state would be taken for a newer one.
   *
   * @return how it stood; empty while there is no request in it yet
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

  /** The copy of it once it holds this. */
  LoadedThread kept(RemoteThread thread) throws ExchangeWriteException, RemoteException {
    if (!copy.update(thread)) {
      throw new ExchangeWriteException(
          Reason.NOT_WHOLE, "Thread " + thread.ref() + " has no request on the server yet", null);
    }
    return copy.writer().read(thread.ref());
  }

  /** What the server's trouble means for whoever wanted to write. */
  static ExchangeWriteException away(Ref ref, RemoteException e) {
    Reason reason =
        switch (e.reason()) {
          case ABSENT -> Reason.ABSENT;
          case REFUSED, TOO_OFTEN, AWAY, UNCERTAIN -> Reason.AWAY;
          case LACKING -> Reason.NOT_WHOLE;
          case STRANGE -> Reason.FAILED;
        };
    return new ExchangeWriteException(
        reason, "Thread " + ref + " cannot be written: " + e.sentence(), e);
  }
}
