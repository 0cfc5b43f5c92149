package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.WantedDelivery;

/** What is wanted after the request, each at the time at which it may be told. */
final class Notes {

  private final Question question;
  private final Instant since;
  private final List<WantedDelivery> wanted = new ArrayList<>();
  private final List<Instant> looks = new ArrayList<>();

  /**
   * @param since when what is to be told became so
   */
  Notes(Question question, Instant since) {
    this.question = question;
    this.since = since;
  }

  List<WantedDelivery> wanted() {
    return wanted;
  }

  /** Instants at which this may be different, past ones included. */
  List<Instant> looks() {
    return looks;
  }

  void lookAgain(Instant at) {
    looks.add(at);
  }

  /** What makes a message that stands there say something else, and what machines are told. */
  void add(Place place, String name, NotificationKind kind, List<String> recipients) {
    wanted.add(delivery(place, name, kind, question.round(), recipients, since));
  }

  /**
   * A further message at a time that suits; none where hours leave no time.
   *
   * @param mootLater whether nobody needs it when it cannot be told now
   */
  void note(
      Place place, String name, NotificationKind kind, List<String> recipients, boolean mootLater) {
    slot(name, since)
        .filter(slot -> !(mootLater && slot.due().isAfter(question.now())))
        .ifPresent(slot ->
            wanted.add(delivery(place, name, kind, question.round(), recipients, slot.due())));
  }

  /** A further message that is due; none when it would come too late. */
  void message(Place place, String to, NotificationKind kind, int serial, Instant basis) {
    Optional<Instant> due =
        place.machine() ? Optional.of(basis) : slot(to, basis).map(TellingTimes.Slot::due);
    due.filter(at -> kind != NotificationKind.REMINDER || question.deadline().allows(at))
        .ifPresent(at -> wanted.add(delivery(place, to, kind, serial, List.of(to), at)));
  }

  private Optional<TellingTimes.Slot> slot(String executor, Instant basis) {
    Optional<TellingTimes.Slot> slot =
        question
            .eligibility()
            .executor(executor)
            .flatMap(whom ->
                TellingTimes.of(whom, question.priority(), question.hours())
                    .slot(basis, question.now()));
    slot.flatMap(TellingTimes.Slot::closes).ifPresent(looks::add);
    return slot;
  }

  private WantedDelivery delivery(
      Place place,
      String executor,
      NotificationKind kind,
      int serial,
      List<String> recipients,
      Instant due) {
    return new WantedDelivery(
        new Identity(
            question.exchange(),
            question.thread().ref(),
            executor,
            place.request().channel(),
            place.request().address(),
            kind,
            serial),
        recipients,
        !place.machine(),
        question.priority(),
        due,
        kind == NotificationKind.REMINDER ? question.deadline().at().orElse(null) : null);
  }
}
