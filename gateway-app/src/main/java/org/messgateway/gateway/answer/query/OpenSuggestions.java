package org.messgateway.gateway.answer.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.messgateway.api.SuggestionText;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.protocol.SuggestionNote;
import org.messgateway.gateway.protocol.SuggestionState;

/**
 * The suggestions that wait for an answer of a thread's requestor, whichever thread holds them.
 * Threads are read only where an envelope says that there may be one.
 */
public final class OpenSuggestions {

  private final Function<Ref, Optional<MessThread>> threads;

  /**
   * @param threads of one exchange
   */
  public OpenSuggestions(Function<Ref, Optional<MessThread>> threads) {
    this.threads = threads;
  }

  /**
   * One that waits.
   *
   * @param home ref of the thread that holds it
   */
  private record Waiting(String home, SuggestionState state) {}

  private List<Waiting> waiting(Envelope envelope) {
    List<Waiting> waiting = new ArrayList<>();
    for (SuggestionNote note : SuggestionNote.unsettled(envelope)) {
      Ref.of(note.home()).flatMap(threads).stream()
          .flatMap(home -> SuggestionState.open(home).stream())
          .filter(each -> each.id().equals(note.id()))
          .forEach(each -> waiting.add(new Waiting(note.home(), each)));
    }
    return waiting;
  }

  /** With {@code id}, {@code type}, {@code by}, {@code ref} and what else it says. */
  public List<Map<String, Object>> of(Envelope envelope) {
    return waiting(envelope).stream().map(OpenSuggestions::structured).toList();
  }

  private static Map<String, Object> structured(Waiting waiting) {
    SuggestionState state = waiting.state();
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", state.id());
    row.put("type", state.type().code());
    row.put("by", state.by());
    row.put("ref", waiting.home());
    row.put("re", state.said().re());
    Optional.ofNullable(state.said().proposed()).ifPresent(what -> row.put("proposed", what));
    Optional.ofNullable(state.said().reason()).ifPresent(why -> row.put("reason", why));
    return row;
  }

  /** A sentence for each. */
  public List<String> lines(Envelope envelope) {
    return waiting(envelope).stream()
        .map(each ->
            "%s suggests: %s - waits for reply {re: \"%s\", accept: true} or false"
                .formatted(
                    each.state().by(), SuggestionText.of(each.state().said()), each.state().id()))
        .toList();
  }
}
