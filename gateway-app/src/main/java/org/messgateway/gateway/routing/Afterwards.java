package org.messgateway.gateway.routing;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.WantedDelivery;

/**
 * Who is told what after the request. Source: DESIGN §3 (ending kinds follow what was sent) and §5.
 *
 * <p>Told are only those whom a request reached. What changes a message that stands there is wanted
 * at once and always: it makes no sound. What needs a further message on a people's channel waits
 * for their hours, and whoever does not have the task gets at most one such note in a round.
 * Machines are told everything.
 */
final class Afterwards {

  /** A request on its way may arrive: then its end has to be told. */
  private static final Duration SETTLES_SOON = Duration.ofSeconds(2);

  private final Question question;
  private final Course course;
  private final ThreadStatus status;
  private final Notes notes;

  private Afterwards(Question question) {
    this.question = question;
    course = question.course();
    status = question.thread().envelope().status();
    notes = new Notes(question, InstantRange.earlier(lastWord(question), question.now()));
  }

  /**
   * What came of it.
   *
   * @param looks instants at which this may be different, past ones included
   */
  record Result(List<WantedDelivery> wanted, List<Instant> looks) {}

  static Result of(Question question) {
    Afterwards afterwards = new Afterwards(question);
    List<Place> places = Place.asked(question);
    if (!places.isEmpty()) {
      afterwards.tell(places);
    }
    afterwards.awaitWhatIsSent();
    return new Result(afterwards.notes.wanted(), afterwards.notes.looks());
  }

  private static Instant lastWord(Question question) {
    Instant said =
        question.thread().messages().stream()
            .flatMap(message -> Stream.ofNullable(message.received()))
            .reduce(InstantRange.EARLIEST, InstantRange::later);
    Instant updated = question.thread().envelope().updated();
    return InstantRange.clamp(updated == null ? said : InstantRange.later(said, updated));
  }

  private void tell(List<Place> places) {
    List<Place> now =
        places.stream().filter(place -> place.request().serial() == question.round()).toList();
    switch (status) {
      case PENDING -> replies(places);
      case WAITING, HELD -> {
        if (course.holder() != null) {
          now.forEach(this::verdict);
          replies(places);
        }
      }
      case NEEDS_INPUT, NEEDS_CONFIRMATION -> {
        now.forEach(this::verdict);
        replies(places);
      }
      case CLAIMED, IN_PROGRESS, RETRYING -> {
        now.forEach(this::verdict);
        replies(places);
        reminder(places);
      }
      case COMPLETED, PARTIAL, FAILED -> now.forEach(this::verdict);
      case EXPIRED -> now.forEach(place -> over(place, NotificationKind.EXPIRED));
      case CANCELLED, DECLINED, DELEGATED, SUPERSEDED ->
          now.forEach(place -> over(place, NotificationKind.CANCELLED));
    }
  }

  /** It is yours, you have done it, or: somebody else has it. */
  private void verdict(Place place) {
    String holder = course.holder();
    boolean concerned = holder != null && place.readers().contains(holder);
    if (concerned && place.changeable() && status.ended()) {
      // Their own message still offers what can be done no more.
      notes.add(place, place.request().executor(), NotificationKind.FINISHED, place.readers());
    } else if (concerned && place.readers().size() == 1) {
      yours(place);
    } else if (!place.needsNote()) {
      notes.add(place, place.request().executor(), NotificationKind.TAKEN, place.readers());
    } else if (!concerned && !passed(place) && !noted(place, NotificationKind.TAKEN)) {
      notes.note(
          place,
          place.request().executor(),
          NotificationKind.TAKEN,
          place.readers(),
          status.ended());
    }
  }

  /** To machines it is the verdict of a bid, even where they have done it all meanwhile. */
  private void yours(Place place) {
    if (place.machine() || place.changeable()) {
      notes.add(place, place.request().executor(), NotificationKind.CLAIMED, place.readers());
    }
  }

  private void over(Place place, NotificationKind kind) {
    String holder = course.holder();
    boolean concerned = holder != null && place.readers().contains(holder);
    if (place.readers().equals(ended())) {
      return;
    }
    if (!place.needsNote()) {
      notes.add(place, place.request().executor(), kind, place.readers());
    } else if (concerned || !(passed(place) || noted(place, kind))) {
      notes.note(place, place.request().executor(), kind, place.readers(), !concerned);
    }
  }

  private List<String> ended() {
    String by = course.endedBy();
    return by == null ? List.of() : List.of(by);
  }

  private boolean passed(Place place) {
    return course.declined().containsAll(place.readers());
  }

  /** Whether another note of this round went there. */
  private boolean noted(Place place, NotificationKind but) {
    return question.told().deliveries().stream()
        .filter(row -> row.channel().equals(place.request().channel()))
        .filter(row -> row.address().equals(place.request().address()))
        .filter(row -> row.serial() == question.round() && row.kind() != but)
        .filter(row -> ENDINGS.contains(row.kind()))
        .anyMatch(
            row -> row.state() == DeliveryState.DELIVERED || row.state() == DeliveryState.SENDING);
  }

  private static final Set<NotificationKind> ENDINGS =
      Set.of(NotificationKind.TAKEN, NotificationKind.CANCELLED, NotificationKind.EXPIRED);

  private void replies(List<Place> places) {
    for (Course.Reply reply : course.replies()) {
      String to = reply.to();
      boolean concerned =
          to != null
              && (status == ThreadStatus.PENDING
                  ? !course.declined().contains(to)
                  : to.equals(course.holder()));
      if (to != null && concerned) {
        Instant basis = InstantRange.earlier(InstantRange.clamp(orNow(reply.at())), question.now());
        of(to, places)
            .forEach(
                place -> notes.message(place, to, NotificationKind.REPLY, reply.position(), basis));
      }
    }
  }

  private Instant orNow(@Nullable Instant at) {
    return at == null ? question.now() : at;
  }

  private void reminder(List<Place> places) {
    String holder = course.holder();
    if (holder == null || question.deadline().passed(question.now())) {
      return;
    }
    Silence.Interval interval =
        Silence.of(course, question.deadline(), question.eligibility().reminders(), question.now());
    interval.next().ifPresent(notes::lookAgain);
    List<Place> his = of(holder, places);
    boolean oneEnough =
        question.eligibility().executor(holder).filter(it -> it.notifyPlan().inOrder()).isPresent();
    his.stream()
        .limit(oneEnough ? 1 : Long.MAX_VALUE)
        .forEach(place ->
            interval
                .begun()
                .ifPresent(begun ->
                    notes.message(
                        place, holder, NotificationKind.REMINDER, interval.serial(), begun)));
  }

  private static List<Place> of(String executor, List<Place> places) {
    return places.stream().filter(place -> place.readers().contains(executor)).toList();
  }

  /** The same instant for all questions before it. */
  private Instant soon() {
    long step = SETTLES_SOON.toMillis();
    return Instant.ofEpochMilli((question.now().toEpochMilli() / step + 1) * step);
  }

  private void awaitWhatIsSent() {
    boolean onItsWay =
        status != ThreadStatus.PENDING
            && question.told().deliveries().stream()
                .anyMatch(row -> row.state() == DeliveryState.SENDING);
    if (onItsWay) {
      notes.lookAgain(soon());
    }
  }
}
