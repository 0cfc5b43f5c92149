package org.messgateway.gateway.exchange;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which of several copies is the thread: the one with more complete message documents, then the one
 * whose folder fits its status, then the later (DESIGN §7).
 */
final class CopyChoice {

  private static final Comparator<LoadedThread> BETTER =
      Comparator.<LoadedThread>comparingInt(copy -> copy.thread().messages().size())
          .thenComparing(copy -> copy.place().fits(copy.thread().envelope().status()))
          .thenComparing(copy -> copy.fingerprint().modified());

  private CopyChoice() {}

  /**
   * The look that counts. A copy that is not whole counts only where none is: it is what a move
   * leaves half-way.
   */
  static ThreadLook among(List<ThreadLook> looks, List<Place> places) {
    return complete(looks, places)
        .or(() -> looks.stream().filter(ThreadLook.Incomplete.class::isInstance).findFirst())
        .orElseGet(looks::getFirst);
  }

  private static Optional<ThreadLook> complete(List<ThreadLook> looks, List<Place> places) {
    return looks.stream()
        .filter(ThreadLook.Complete.class::isInstance)
        .map(look -> ((ThreadLook.Complete) look).thread())
        .max(BETTER)
        .map(chosen -> new ThreadLook.Complete(chosen.beside(others(chosen, places))));
  }

  private static List<Place> others(LoadedThread chosen, List<Place> places) {
    return places.stream().filter(place -> !place.equals(chosen.place())).toList();
  }
}
