package org.messgateway.gateway.exchange.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;

/** A stand-in server, the copy of it, and all that lies between; polled only when asked. */
final class RemoteScene implements AutoCloseable {

  final RemoteServerSimulator server = RemoteServerSimulator.start();
  final AtomicLong nanos = new AtomicLong(1);
  final List<String> troubles = new ArrayList<>();

  /** Refs of which who listens heard that they changed, since {@link #poll} was asked last. */
  final List<String> told = new ArrayList<>();

  private final Path folder;
  private final RemoteClient client;
  private final Exchange copy;
  private final RemoteWriter writer;
  private final RemotePoll poll;
  final RemotePoller remotePoller;

  RemoteScene(Path folder) {
    this(folder, RemoteServerSimulator.KEY, null);
  }

  /**
   * @param shared another scene, of whose server this is a second gateway; null for a server of its
   *     own
   */
  RemoteScene(Path folder, String key, @Nullable RemoteScene shared) {
    this.folder = folder;
    RemoteServerSimulator asked = shared == null ? server : shared.server;
    RemoteSettings settings =
        new RemoteSettings(asked.url(), Secret.of(key), Duration.ofSeconds(5), List.of(), folder);
    try {
      client = new RemoteClient(settings);
      copy =
          new Exchange(
              RemoteExchange.directory(settings, ExchangeDirectory.Access.WRITE),
              ExchangeLimits.DEFAULT,
              InstantSource.system(),
              System::nanoTime);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    OriginMac originMac = new OriginMac(settings.apiKey());
    RemoteCopy kept = new RemoteCopy(copy, originMac, new RemoteFiles(client));
    kept.setListener(refs -> refs.forEach(ref -> told.add(ref.value())));
    RemoteSync there = new RemoteSync(client, kept);
    OutgoingMessages outgoing =
        new OutgoingMessages(
            originMac, copy.files(), (ref, name, from) -> URI.create("https://gw.example/" + name));
    RemoteCreation creation = new RemoteCreation(client, there, outgoing);
    writer =
        new RemoteWriter(
            client,
            there,
            outgoing,
            originMac,
            copy.writer(),
            creation,
            new UncertainWrites(nanos::get));
    poll =
        new RemotePoll(
            client,
            there,
            kept,
            creation,
            new DeletedThreads(client, kept, nanos::get),
            InstantSource.system());
    remotePoller =
        new RemotePoller(
            poll,
            Duration.ofSeconds(5),
            new RemoteTroubles() {
              @Override
              public void wrong(boolean credential, String what, String remedy) {
                troubles.add((credential ? "key: " : "server: ") + what + " -> " + remedy);
              }

              @Override
              public void over() {
                if (!troubles.isEmpty() && !troubles.getLast().equals("over")) {
                  troubles.add("over");
                }
              }
            },
            nanos::get);
  }

  ThreadWriter writer() {
    return writer;
  }

  Path folder() {
    return folder;
  }

  Exchange copy() {
    return copy;
  }

  void poll() {
    told.clear();
    try {
      poll.turn();
    } catch (RemoteException e) {
      throw new AssertionError(e.sentence(), e);
    }
  }

  /** The copy of a thread, read as the gateway reads it. */
  MessThread thread(String ref) {
    return loaded(ref).thread();
  }

  LoadedThread loaded(String ref) {
    return switch (copy.loader().load(new Ref(ref))) {
      case ThreadReadResult.Complete complete -> complete.thread();
      case ThreadReadResult.Incomplete other -> throw new AssertionError(other.toString());
      case ThreadReadResult.Unreadable other -> throw new AssertionError(other.toString());
      case ThreadReadResult.Absent other -> throw new AssertionError(other.toString());
    };
  }

  boolean has(String ref) {
    return !(copy.loader().load(new Ref(ref)) instanceof ThreadReadResult.Absent);
  }

  /** Like {@code claimed ana}, without who created it. */
  List<String> history(String ref) {
    return thread(ref).envelope().history().stream()
        .filter(entry -> !entry.action().equals(HistoryEntry.CREATED))
        .map(entry -> entry.action() + " " + entry.by())
        .toList();
  }

  /** Who wrote which document. */
  List<String> speakers(String ref) {
    return thread(ref).messages().stream().map(message -> String.valueOf(message.from())).toList();
  }

  /** What an executor says, as the answering side writes it: a message and what goes with it. */
  static ThreadAddition says(String ref, String who, ThreadStatus code) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    Map<String, Object> status = Map.of("re", ref, "code", code.code());
    EnvelopeEdit edit =
        EnvelopeEdit.NOTHING
            .status(code)
            .executor(who)
            .updated(now)
            .append(new HistoryEntry(code.code(), now, who, null));
    return new ThreadAddition(
        MessageWriter.message(who, now, "http", List.of(Map.of("status", status))), edit);
  }

  /** What an executor says who claims and is done in one answer, with or without the claim. */
  static ThreadWriter.Author claimsAndCompletes(String ref, String who, boolean bare, Instant at) {
    Map<String, Object> response = Map.of("re", ref, "content", List.of("milk"));
    List<Map<String, ?>> mess =
        bare
            ? List.of(Map.of("response", response))
            : List.of(
                Map.of("status", Map.of("re", ref, "code", "claimed")),
                Map.of("status", Map.of("re", ref, "code", "completed")),
                Map.of("response", response));
    byte[] message = MessageWriter.message(who, at, "http", mess);
    return thread -> {
      EnvelopeEdit edit = EnvelopeEdit.NOTHING.status(ThreadStatus.COMPLETED).updated(at);
      HistoryEntry completed = new HistoryEntry("completed", at, who, null);
      String holder = thread.envelope().executor();
      if (thread.envelope().status().ended()) {
        return null;
      }
      if (holder == null) {
        HistoryEntry claimed = new HistoryEntry("claimed", at, who, null);
        return new ThreadAddition(message, edit.executor(who).append(claimed).append(completed));
      }
      return holder.equals(who)
          ? new ThreadAddition(message, edit.append(completed))
          : new ThreadAddition(message, EnvelopeEdit.NOTHING);
    };
  }

  @Override
  public void close() {
    client.close();
    copy.close();
    server.close();
  }
}
