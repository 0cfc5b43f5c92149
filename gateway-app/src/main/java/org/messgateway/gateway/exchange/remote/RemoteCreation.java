package org.messgateway.gateway.exchange.remote;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.ExchangeWriteException.Reason;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.ParsedThread;
import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.ThreadReader;
import org.messgateway.gateway.exchange.format.YamlReader;

/**
 * Creates threads on the server in two steps, because the server's form of a request carries
 * neither requestor nor required capabilities: first the request in that form, then the complete
 * one. Between the steps no new thread is copied, so that no executor is notified of an incomplete
 * request.
 */
final class RemoteCreation {

  private static final Set<String> OF_THE_SERVER =
      Set.of("ref", "executor", "status", "updated", "intent", "priority", "history");

  /** The key of the envelope that has the name of ours. */
  static final String MADE_AS = "made_as";

  private static final Pattern DATED = Pattern.compile("\\d{4}-\\d{2}-\\d{2}-");
  private static final int TRIES = 3;
  private static final Ref UNKNOWN = new Ref("new");

  private final ReentrantLock lock = new ReentrantLock();
  private final RemoteClient client;
  private final RemoteSync sync;
  private final OutgoingMessages outgoing;

  RemoteCreation(RemoteClient client, RemoteSync sync, OutgoingMessages outgoing) {
    this.client = client;
    this.sync = sync;
    this.outgoing = outgoing;
  }

  /** Work that must not run during a creation. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException;
  }

  void outside(Work work) throws IOException {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }

  Ref create(NewThread thread) throws ExchangeWriteException {
    if (!thread.uploads().isEmpty()) {
      throw new ExchangeWriteException(
          Reason.FAILED,
          "The server takes no files beside a new thread; name a large file by its URL",
          null);
    }
    lock.lock();
    try {
      Optional<Ref> before = thread.ref().isEmpty() ? Optional.empty() : made(thread.ref().get());
      return before.isPresent() ? before.get() : made(thread);
    } catch (RemoteException e) {
      throw new ExchangeWriteException(Reason.AWAY, "No thread can be created: " + e.sentence(), e);
    } catch (ExchangeWriteException e) {
      throw e;
    } catch (IOException e) {
      throw new ExchangeWriteException(
          Reason.FAILED, "No thread can be created: " + e.getMessage(), e);
    } finally {
      lock.unlock();
    }
  }

  private Ref made(NewThread thread) throws IOException {
    ParsedThread wanted = read(thread);
    Ref ref = posted(wanted.thread());
    completed(ref, wanted, thread.ref());
    LoadedThread _ = sync.current(ref);
    return ref;
  }

  /**
   * The thread that was made under a name of ours, which the server does not use: a gateway may
   * have died after it had made it. The server counts its refs, so those of before are left out.
   */
  private Optional<Ref> made(Ref name) throws RemoteException {
    List<ListedThread> listed =
        client.list(null).map(answer -> RemoteThreads.list(answer.body())).orElse(List.of());
    for (ListedThread each : listed) {
      boolean before =
          DATED.matcher(each.ref().value()).lookingAt() && each.ref().compareTo(name) < 0;
      if (!before && sync.madeAs(each).filter(name.value()::equals).isPresent()) {
        return Optional.of(each.ref());
      }
    }
    return Optional.empty();
  }

  private static ParsedThread read(NewThread thread) {
    try {
      byte[] documents = thread.documents(UNKNOWN);
      return ThreadReader.read(UNKNOWN.value(), List.of(new ThreadFile("a new thread", documents)));
    } catch (ThreadFormatException e) {
      throw new IllegalStateException("a thread of our own cannot be read", e);
    }
  }

  private Ref posted(MessThread wanted) throws RemoteException {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("intent", String.valueOf(wanted.envelope().intent()));
    Priority priority = wanted.priority();
    body.put("priority", priority.code());
    body.put(
        "response_hint",
        wanted.request().stream()
            .flatMap(request -> request.responseHint().stream())
            .map(Payload.ResponseHint::type)
            .toList());
    String ref = client.post(body).path("ref").asText("");
    return Ref.of(ref)
        .orElseThrow(() ->
            new RemoteException(
                RemoteException.Reason.STRANGE,
                "The server gave a new thread no ref",
                "look whether url is that of an exchange server",
                null,
                null));
  }

  private void completed(Ref ref, ParsedThread wanted, Optional<Ref> name) throws IOException {
    int asked = 0;
    while (wanted.thread().messages().get(asked).payloads(Payload.Request.class).isEmpty()) {
      asked++;
    }
    List<EnvelopeEdit.Assignment> set = assignments(wanted.envelope());
    name.ifPresent(own -> set.add(new EnvelopeEdit.Assignment(MADE_AS, own.value())));
    List<HistoryEntry> history =
        wanted.thread().envelope().history().stream()
            .filter(entry -> !entry.action().equals(HistoryEntry.CREATED))
            .toList();
    ThreadAddition whole =
        new ThreadAddition(wanted.messages().get(asked).bytes(), new EnvelopeEdit(set, history));
    Map<String, Object> body = outgoing.of(ref, whole).body();
    for (int attempt = 1; ; attempt++) {
      try {
        client.patch(ref, body);
        return;
      } catch (RemoteException e) {
        if (attempt == TRIES) {
          throw e;
        }
      }
    }
  }

  private static List<EnvelopeEdit.Assignment> assignments(Document envelope) {
    try {
      List<EnvelopeEdit.Assignment> set = new ArrayList<>();
      if (YamlReader.meaning(envelope).value() instanceof Map<?, ?> map) {
        map.forEach((key, value) -> {
          if (value instanceof String text && !OF_THE_SERVER.contains(String.valueOf(key))) {
            set.add(new EnvelopeEdit.Assignment(String.valueOf(key), text));
          }
        });
      }
      return set;
    } catch (ThreadFormatException e) {
      throw new IllegalStateException("an envelope of our own cannot be read", e);
    }
  }
}
