package org.messgateway.gateway;

import java.util.List;
import java.util.stream.Stream;
import org.messgateway.api.Address;
import org.messgateway.gateway.inbound.Aftermath;
import org.messgateway.gateway.people.People;
import org.messgateway.gateway.people.PeopleFile;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.trouble.Cause;
import org.messgateway.gateway.trouble.Trouble;
import org.messgateway.gateway.trouble.TroubleBook;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts in force what people decided, by whatever process it was written: who is paused, linked or
 * gone, and who is told of open threads now. Addresses that let us through again are tried at once.
 */
final class DecidedPeople implements Aftermath {

  private static final Logger log = LoggerFactory.getLogger(DecidedPeople.class);

  private final LiveConfiguration configuration;
  private final PeopleFile file;
  private final DeliveryQueue queue;
  private final List<OpenThreads> open;
  private final EventsBack events;
  private final AlreadyHeard heard;
  private final TroubleBook book;
  private People people;

  DecidedPeople(Exchanges exchanges, AlreadyHeard heard, TroubleBook book) {
    this.heard = heard;
    this.book = book;
    Parts parts = exchanges.first();
    configuration = parts.configuration();
    file = parts.people();
    queue = parts.queue();
    open = exchanges.all().stream().map(OpenThreads::of).toList();
    events = new EventsBack(exchanges, configuration);
    people = file.now();
    configuration.decided(people);
  }

  /** Looks whether there is anything new; cheap when there is not. */
  @Override
  public synchronized void peopleChanged() {
    People now = file.now();
    if (now.equals(people)) {
      return;
    }
    People before = people;
    people = now;
    if (sameForRouting(before, now)) {
      return;
    }
    configuration.decided(now);
    log.info("What people decided changed and is in force.");
    letThrough(before, now);
    open.forEach(OpenThreads::wake);
  }

  /** Codes and strangers concern nobody who is told. */
  private static boolean sameForRouting(People before, People now) {
    return before.stopped().equals(now.stopped())
        && before.optedOut().equals(now.optedOut())
        && before.paused().equals(now.paused())
        && before.linked().equals(now.linked())
        && before.moved().equals(now.moved());
  }

  private record Place(String channel, String address) {}

  private void letThrough(People before, People now) {
    silent(before).stream()
        .filter(place -> !now.silent(place.channel(), place.address()))
        .forEach(place -> queue.probeNow(place.channel(), place.address()));
  }

  private static List<Place> silent(People people) {
    return Stream.concat(
            people.stopped().stream().map(one -> new Place(one.channel(), one.address())),
            people.optedOut().stream().map(one -> new Place(one.channel(), one.address())))
        .distinct()
        .toList();
  }

  @Override
  public void heardWhoHasIt(Identity asked) {
    heard.add(asked);
  }

  @Override
  public void addressTooLong(String channel, int bytes) {
    book.report(
        new Trouble(
            Cause.ADDRESS,
            channel,
            ("%s names an address of %d bytes, and none of more than %d can be kept: nobody is told"
                    + " there")
                .formatted(channel, bytes, Address.LONGEST),
            "write in config.yaml where else its people are told"));
  }

  @Override
  public void corrected(Identity identity, DeliveryState state) {
    events.settled(identity, state);
  }
}
