package org.messgateway.gateway.config.people;

import java.time.Duration;

/**
 * Unknown persons who tried to act, so that an operator can link them by picking a name. The last
 * 100 are kept, since anybody can write to a public number.
 */
final class UnknownPeople {

  private static final int MOST = 100;

  /** Least time between two writes for the same person. */
  private static final Duration SEEN_AGAIN = Duration.ofHours(1);

  private final PeopleCache people;

  UnknownPeople(PeopleCache people) {
    this.people = people;
  }

  void seen(PeopleState.Unknown unknown) {
    if (!seenLately(unknown)) {
      people.change(tree -> {
        remember(tree, unknown);
        return true;
      });
    }
  }

  private boolean seenLately(PeopleState.Unknown unknown) {
    return people.now().unknown().stream()
        .anyMatch(one ->
            one.channel().equals(unknown.channel())
                && one.id().equals(unknown.id())
                && one.seen().plus(SEEN_AGAIN).isAfter(unknown.seen()));
  }

  private static void remember(PeopleTree tree, PeopleState.Unknown unknown) {
    tree.remove(
        PeopleReader.UNKNOWN,
        entry ->
            entry.text("channel").equals(unknown.channel())
                && entry.text("id").equals(unknown.id()));
    tree.add(PeopleReader.UNKNOWN, PeopleWriter.unknown(unknown));
    while (tree.entries(PeopleReader.UNKNOWN).size() > MOST) {
      PeopleTree.Entry oldest = tree.entries(PeopleReader.UNKNOWN).getFirst();
      tree.remove(PeopleReader.UNKNOWN, oldest::equals);
    }
  }
}
