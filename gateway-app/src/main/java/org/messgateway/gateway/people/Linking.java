package org.messgateway.gateway.people;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How an executor comes to be reached at an address that nobody had to write down: who shows a
 * one-time code there is the executor it was made for.
 */
final class Linking {

  private final LatestPeople people;

  Linking(LatestPeople people) {
    this.people = people;
  }

  void link(People.Linked linked) {
    people.change(tree -> {
      link(tree, linked);
      return true;
    });
  }

  /** Replaces what the executor had there; a known person is no stranger. */
  private static void link(PeopleTree tree, People.Linked linked) {
    tree.remove(
        PeopleReading.LINKED,
        entry ->
            entry.text("executor").equals(linked.executor())
                && entry.text("channel").equals(linked.channel()));
    tree.add(PeopleReading.LINKED, PeopleWriting.linked(linked));
    tree.remove(
        PeopleReading.UNKNOWN,
        unknown ->
            unknown.text("channel").equals(linked.channel())
                && unknown.text("id").equals(linked.person()));
  }

  /** A fresh code; those that are good no more go. */
  String invite(String executor, String channel, Instant now, Duration life) {
    String code = LinkCodes.fresh();
    People.Code kept = new People.Code(executor, channel, LinkCodes.hash(code), now.plus(life));
    people.change(tree -> {
      tree.remove(PeopleReading.CODES, entry -> expired(entry, now));
      tree.add(PeopleReading.CODES, PeopleWriting.code(kept));
      return true;
    });
    return code;
  }

  /** Uses a code up; empty when it is wrong, used up, expired or of another channel. */
  Optional<String> redeem(
      String code,
      String channel,
      String address,
      String person,
      @Nullable String name,
      Instant now) {
    if (!waits(code)) {
      return Optional.empty();
    }
    String hash = LinkCodes.hash(code);
    return people.change(tree -> {
      Optional<String> executor =
          tree.entries(PeopleReading.CODES).stream()
              .filter(entry -> LinkCodes.same(entry.text("hash"), hash))
              .filter(entry -> entry.text("channel").equals(channel) && !expired(entry, now))
              .map(entry -> entry.text("executor"))
              .findFirst();
      executor.ifPresent(whom -> {
        tree.remove(PeopleReading.CODES, entry -> LinkCodes.same(entry.text("hash"), hash));
        link(tree, new People.Linked(whom, channel, address, person, name, now));
      });
      return executor;
    });
  }

  /** Whether nobody has shown this code yet. */
  boolean waits(String code) {
    String hash = LinkCodes.hash(code);
    return people.now().codes().stream().anyMatch(each -> LinkCodes.same(each.hash(), hash));
  }

  private static boolean expired(PeopleTree.Entry entry, Instant now) {
    return !Instant.parse(entry.text("expires")).isAfter(now);
  }
}
