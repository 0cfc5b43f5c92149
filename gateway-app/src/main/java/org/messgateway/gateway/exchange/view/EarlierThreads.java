package org.messgateway.gateway.exchange.view;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.messgateway.api.mess.MessThread;
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

  private Optional<MessThread> of(String requestor, Optional<String> ref) {
    return ref.flatMap(Ref::of)
        .flatMap(threads)
        .filter(thread -> thread.requestor().filter(requestor::equals).isPresent());
  }
}
