package org.messgateway.gateway.answer;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeListener;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.RequestValues;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.read.ExchangeFiles;
import org.messgateway.gateway.protocol.Conversation;

/**
 * Makes one thread of each request where a program wrote several into one: the first keeps the ref,
 * the others get {@code <ref>-2}, {@code <ref>-3} …, and an acknowledgement in the first tells
 * which became what. Source: protocol §3.4 and §7.2, docs/rules.md#batches.
 *
 * <p>The names come from the thread alone, so a gateway that died in between, and any other one,
 * finds the threads that are made already. The acknowledgement comes last: what it names is done.
 */
public final class RequestBatch {

  private static final int MOST_NAMES = 9;

  /** Characters of a ref that leave room for the numbers behind it. */
  private static final int LONGEST = Ref.MAX_LENGTH - 12;

  private final Exchange exchange;
  private final ExchangeListener listener;
  private final InstantSource clock;

  public RequestBatch(Exchange exchange, ExchangeListener listener, InstantSource clock) {
    this.exchange = exchange;
    this.listener = listener;
    this.clock = clock;
  }

  /**
   * One request among those of a thread.
   *
   * @param message position of its message
   * @param inMessage number among the requests of that message, 0 for the first
   * @param number among all requests of the thread, 1 for the first
   */
  private record Place(int message, int inMessage, int number, Payload.Request request) {}

  /** Whether the thread holds requests that have no thread of their own yet. */
  public static boolean isOpen(MessThread thread) {
    return !thread.envelope().status().ended() && !open(thread).isEmpty();
  }

  /** All that can be read but the first, without those that are done. */
  private static List<Place> open(MessThread thread) {
    if (atMostOne(thread)) {
      return List.of();
    }
    List<Place> all = places(thread);
    if (all.size() < 2) {
      return List.of();
    }
    Set<String> told = acknowledged(thread);
    return all.stream().skip(1).filter(place -> !isDone(thread, place, told)).toList();
  }

  /** Without regard to what can be read: mostly there is one. */
  private static boolean atMostOne(MessThread thread) {
    int requests = 0;
    for (ThreadMessage message : thread.messages()) {
      for (Payload payload : message.payloads()) {
        requests += payload instanceof Payload.Request ? 1 : 0;
      }
    }
    return requests < 2;
  }

  private static boolean isDone(MessThread thread, Place place, Set<String> told) {
    String name = name(thread, place);
    return told.stream().anyMatch(ref -> ref.equals(name) || ref.startsWith(name + "-"));
  }

  private static List<Place> places(MessThread thread) {
    List<Place> places = new ArrayList<>();
    int number = 0;
    for (ThreadMessage message : thread.messages()) {
      int inMessage = 0;
      for (Payload payload : message.payloads()) {
        boolean unread =
            payload instanceof Payload.UnknownPayload(String type, Object _)
                && type.equals("request");
        if (payload instanceof Payload.Request request) {
          places.add(new Place(message.position(), inMessage, number + 1, request));
        }
        // What cannot be read yet keeps its number, for the day it is mended.
        if (unread || payload instanceof Payload.Request) {
          inMessage++;
          number++;
        }
      }
    }
    return places;
  }

  private static Set<String> acknowledged(MessThread thread) {
    return thread.messages().stream()
        .filter(message -> Conversation.EXCHANGE.equals(message.from()))
        .flatMap(message -> message.payloads(Payload.Ack.class).stream())
        .flatMap(ack -> Optional.ofNullable(ack.ref()).stream())
        .collect(Collectors.toSet());
  }

  private static String name(MessThread thread, Place place) {
    String ref = thread.ref();
    return (ref.length() > LONGEST ? ref.substring(0, LONGEST) : ref) + "-" + place.number();
  }

  /**
   * Makes the threads that are missing, then acknowledges them; nothing where none is.
   *
   * @throws IOException when it cannot be finished now; the next call goes on
   */
  public void split(Ref ref) throws IOException {
    Set<Ref> made =
        exchange
            .writer()
            .alone(
                ref,
                () -> {
                  LoadedThread loaded = exchange.writer().read(ref);
                  return isOpen(loaded.thread()) ? split(loaded) : Set.<Ref>of();
                });
    if (!made.isEmpty()) {
      listener.changed(made);
    }
  }

  private Set<Ref> split(LoadedThread loaded) throws IOException {
    MessThread thread = loaded.thread();
    List<Place> open = open(thread);
    Map<Place, Ref> made = new LinkedHashMap<>();
    for (Place place : open) {
      made.put(place, make(loaded, place));
    }
    boolean first = open.size() == places(thread).size() - 1;
    Map<Place, Ref> told = new LinkedHashMap<>();
    if (first) {
      told.put(places(thread).getFirst(), loaded.ref());
    }
    told.putAll(made);
    byte[] message = acknowledgement(loaded.ref(), told);
    LoadedThread _ =
        exchange
            .writer()
            .write(
                loaded.ref(),
                now ->
                    acknowledged(now).containsAll(refs(made))
                        ? null
                        : new ThreadAddition(message, EnvelopeEdit.NOTHING));
    return Set.copyOf(made.values());
  }

  private static List<String> refs(Map<Place, Ref> made) {
    return made.values().stream().map(Ref::value).toList();
  }

  private byte[] acknowledgement(Ref ref, Map<Place, Ref> told) {
    List<Map<String, Object>> requests = new ArrayList<>();
    told.forEach((place, made) -> {
      Map<String, Object> request = new LinkedHashMap<>();
      if (place.request().id() != null) {
        request.put("id", place.request().id());
      }
      request.put("ref", made.value());
      requests.add(request);
    });
    Instant now = clock.instant();
    Map<String, Object> ack = new LinkedHashMap<>();
    ack.put("re", ThreadReferences.LAST);
    ack.put("ref", ref.value());
    ack.put("received_at", now);
    ack.put("requests", requests);
    return MessageWriter.message(Conversation.EXCHANGE, now, null, List.of(Map.of("ack", ack)));
  }

  /** A name that a thread of somebody else has is left to it. */
  private Ref make(LoadedThread loaded, Place place) throws IOException {
    BatchTask task = task(loaded, place);
    String name = name(loaded.thread(), place);
    for (int attempt = 1; attempt <= MOST_NAMES; attempt++) {
      Ref ref = new Ref(attempt == 1 ? name : name + "-" + attempt);
      if (exchange.put(ref, ThreadFolder.RECEIVED, task.task()) || isMade(ref, task)) {
        return ref;
      }
    }
    throw new IOException("the names " + name + " … are all taken by other threads");
  }

  private boolean isMade(Ref ref, BatchTask task) throws IOException {
    return switch (exchange.loader().search(ref)) {
      case ThreadReadResult.Complete(LoadedThread there) -> task.isIn(there.thread());
      case ThreadReadResult.Unreadable _ -> false;
      case ThreadReadResult.Incomplete(String reason, var _) ->
          throw new IOException(ref + " is there and not whole: " + reason);
      case ThreadReadResult.Absent _ -> throw new IOException(ref + " came and went");
    };
  }

  private BatchTask task(LoadedThread loaded, Place place) throws IOException {
    MessThread thread = loaded.thread();
    ThreadMessage message = thread.messages().get(place.message());
    RequestValues values = values(loaded, place.message());
    String agent =
        Objects.requireNonNullElseGet(message.from(), () -> thread.requestor().orElse("unknown"));
    Instant at =
        Optional.ofNullable(message.received())
            .or(() -> Optional.ofNullable(thread.envelope().created()))
            .orElseGet(clock::instant);
    Map<String, @Nullable Object> request = new LinkedHashMap<>();
    if (values.requests().get(place.inMessage()) instanceof Map<?, ?> map) {
      map.forEach((key, value) -> request.put(String.valueOf(key), value));
    }
    NewTask task =
        new NewTask(agent, message.channel(), at, request).with(request, files(loaded, place));
    Object version = values.version();
    return new BatchTask(version == null ? task : task.inVersion(version, null), place.request());
  }

  private static RequestValues values(LoadedThread loaded, int message) throws IOException {
    try {
      return RequestValues.of(loaded.parsed().messages().get(message));
    } catch (ThreadFormatException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Attachments that the request names, for its own folder: those that are there. */
  private Map<String, NewThread.Upload> files(LoadedThread loaded, Place place) throws IOException {
    Map<String, NewThread.Upload> files = new LinkedHashMap<>();
    for (ContentEntry entry : place.request().context()) {
      String name = entry instanceof ContentEntry.Media media ? media.attachment() : null;
      Optional<ExchangeFiles.OpenFile> found =
          name == null ? Optional.empty() : exchange.files().open(loaded.ref(), name);
      if (name != null && found.isPresent()) {
        found.get().close();
        files.put(name, () -> opened(loaded.ref(), name));
      }
    }
    return files;
  }

  private FileChannel opened(Ref ref, String name) throws IOException {
    return exchange
        .files()
        .open(ref, name)
        .orElseThrow(() -> new NoSuchFileException(name, null, "it was deleted from " + ref))
        .channel();
  }

  /** One of several requests as a thread. */
  private record BatchTask(NewTask task, Payload.Request request) {

    /** Whether that thread is this one, made before. */
    boolean isIn(MessThread thread) {
      Instant created = thread.envelope().created();
      return thread.requestor().filter(task.agent()::equals).isPresent()
          && created != null
          && created.getEpochSecond() == task.at().getEpochSecond()
          && thread.intent().equals(request.intent())
          && Objects.equals(ThreadReferences.clientId(thread), request.id());
    }
  }
}
