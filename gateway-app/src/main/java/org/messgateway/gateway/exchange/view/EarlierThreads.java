package org.messgateway.gateway.exchange.view;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.exchange.Ref;

/**
 * Finds the threads that the {@code ref} entries of a later thread name (MESS protocol §2.2): by
 * the requestor's own id, the thread's ref, or the ref of one of its messages. Threads of another
 * requestor do not exist for it. Thread-safe.
 */
public final class EarlierThreads {

  private final Function<Ref, Optional<MessThread>> threads;
  private final BiFunction<String, String, Optional<String>> named;

  /**
   * @param threads the threads of the exchange
   * @param named the ref of a thread by its requestor and the requestor's id of it
   */
  public EarlierThreads(
      Function<Ref, Optional<MessThread>> threads,
      BiFunction<String, String, Optional<String>> named) {
    this.threads = threads;
    this.named = named;
  }

  /**
   * The earlier thread.
   *
   * @param reference as the later thread has it
   */
  public Optional<MessThread> of(MessThread later, String reference) {
    String thread = reference.replaceFirst("/.*", "");
    String id = reference.substring(reference.lastIndexOf(':') + 1);
    return later
        .requestor()
        .flatMap(requestor ->
            of(requestor, Optional.of(thread))
                .or(() -> of(requestor, named.apply(requestor, reference)))
                .or(() -> of(requestor, named.apply(requestor, id))));
  }

  /**
   * Refs of the threads that a thread names otherwise, by the names; for who cannot resolve its
   * requestor's ids.
   */
  public Map<String, String> refs(MessThread thread) {
    Set<String> references = references(thread);
    if (references.isEmpty()) {
      return Map.of();
    }
    Map<String, String> refs = new LinkedHashMap<>();
    references.forEach(reference ->
        of(thread, reference)
            .map(MessThread::ref)
            .filter(ref -> !ref.equals(thread.ref()) && !reference.startsWith(ref))
            .ifPresent(ref -> refs.put(reference, ref)));
    return refs;
  }

  /** Each once, in their order; of nearly all threads none. */
  private static Set<String> references(MessThread thread) {
    Set<String> references = new LinkedHashSet<>();
    for (ThreadMessage message : thread.messages()) {
      for (Payload payload : message.payloads()) {
        for (ContentEntry entry : MediaReferences.content(payload)) {
          if (entry instanceof ContentEntry.Reference reference) {
            references.add(reference.ref());
          }
        }
      }
      for (Payload payload : message.payloads()) {
        references.addAll(references(payload));
      }
    }
    references.remove("");
    references.remove("last");
    return references;
  }

  private static List<String> references(Payload payload) {
    return switch (payload) {
      case Payload.Request request -> request.constraints().dependsOn();
      case Payload.Suggestion suggestion -> suggestion.re();
      case Payload.Status status -> texts(status.fields().get("superseded_by"));
      case Payload.Reply _,
          Payload.Response _,
          Payload.Cancel _,
          Payload.Ack _,
          Payload.Review _,
          Payload.UnknownPayload _ ->
          List.of();
    };
  }

  private static List<String> texts(@Nullable Object value) {
    return value instanceof Collection<?> many
        ? many.stream().map(String::valueOf).toList()
        : Stream.ofNullable(value).map(String::valueOf).toList();
  }

  private Optional<MessThread> of(String requestor, Optional<String> ref) {
    return ref.flatMap(Ref::of)
        .flatMap(threads)
        .filter(thread -> thread.requestor().filter(requestor::equals).isPresent());
  }
}
