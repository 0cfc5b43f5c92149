package org.messgateway.gateway.people;

import java.time.Duration;

/**
 * Who tried to act without being known: so that an operator can link them by picking a name. The
 * hundred who came last are kept, since anybody can write to a public number.
 */
final class Strangers {

  private static final int MOST = 100;

  /** Somebody who tries again and again costs a write to the disk so often. */
  private static final Duration SEEN_AGAIN = Duration.ofHours(1);

  private final LatestPeople people;

  Strangers(LatestPeople people) {
    this.people = people;
  }

  void seen(People.Unknown who) {
    if (!seenLately(who)) {
      people.change(tree -> {
        remember(tree, who);
        return true;
      });
    }
  }

  private boolean seenLately(People.Unknown who) {
    return people.now().unknown().stream()
        .anyMatch(one ->
            one.channel().equals(who.channel())
                && one.id().equals(who.id())
                && one.seen().plus(SEEN_AGAIN).isAfter(who.seen()));
  }

  private static void remember(PeopleTree tree, People.Unknown who) {
    tree.remove(
        PeopleReading.UNKNOWN,
        entry -> entry.text("channel").equals(who.channel()) && entry.text("id").equals(who.id()));
    tree.add(PeopleReading.UNKNOWN, PeopleWriting.unknown(who));
    while (tree.entries(PeopleReading.UNKNOWN).size() > MOST) {
      PeopleTree.Entry oldest = tree.entries(PeopleReading.UNKNOWN).getFirst();
      tree.remove(PeopleReading.UNKNOWN, oldest::equals);
    }
  }
}
