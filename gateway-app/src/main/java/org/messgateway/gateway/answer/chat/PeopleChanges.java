package org.messgateway.gateway.answer.chat;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.messgateway.api.Address;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.config.people.PeopleFile;
import org.messgateway.gateway.config.people.PeopleState;
import org.messgateway.gateway.dispatch.DeliveryEvents;
import org.messgateway.gateway.ops.ActiveTroubles;
import org.messgateway.gateway.ops.Trouble;
import org.messgateway.gateway.ops.TroubleCause;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts in force what people decided, by whatever process it was written: who is paused, linked or
 * gone, and who is told of open threads now. Addresses that let us through again are tried at once.
 */
public final class PeopleChanges implements ChatListener {

  private static final Logger log = LoggerFactory.getLogger(PeopleChanges.class);

  private final CurrentConfig configuration;
  private final PeopleFile file;
  private final DeliveryQueue queue;
  private final Runnable wakeOpenThreads;
  private final DeliveryEvents events;
  private final Consumer<Identity> answered;
  private final ActiveTroubles troubles;
  private PeopleState people;

  /**
   * @param wakeOpenThreads has all open threads looked at again
   * @param events hears of deliveries that proved not to have arrived
   * @param answered hears with which delivery somebody was told a task that another has
   */
  public PeopleChanges(
      CurrentConfig configuration,
      PeopleFile file,
      DeliveryQueue queue,
      Runnable wakeOpenThreads,
      DeliveryEvents events,
      Consumer<Identity> answered,
      ActiveTroubles troubles) {
    this.configuration = configuration;
    this.file = file;
    this.queue = queue;
    this.wakeOpenThreads = wakeOpenThreads;
    this.events = events;
    this.answered = answered;
    this.troubles = troubles;
    people = file.now();
    configuration.decided(people);
  }

  /** Looks whether there is anything new; cheap when there is not. */
  @Override
  public synchronized void peopleChanged() {
    PeopleState state = file.now();
    if (state.equals(people)) {
      return;
    }
    PeopleState before = people;
    people = state;
    if (sameForRouting(before, state)) {
      return;
    }
    configuration.decided(state);
    log.info("What people decided changed and is in force.");
    letThrough(before, state);
    wakeOpenThreads.run();
  }

  /** Codes and strangers concern nobody who is told. */
  private static boolean sameForRouting(PeopleState before, PeopleState state) {
    return before.stopped().equals(state.stopped())
        && before.optedOut().equals(state.optedOut())
        && before.paused().equals(state.paused())
        && before.linked().equals(state.linked())
        && before.moved().equals(state.moved());
  }

  private record ChannelAndAddress(String channel, String address) {}

  private void letThrough(PeopleState before, PeopleState state) {
    silent(before).stream()
        .filter(place -> !state.silent(place.channel(), place.address()))
        .forEach(place -> queue.probeNow(place.channel(), place.address()));
  }

  private static List<ChannelAndAddress> silent(PeopleState people) {
    return Stream.concat(
            people.stopped().stream()
                .map(one -> new ChannelAndAddress(one.channel(), one.address())),
            people.optedOut().stream()
                .map(one -> new ChannelAndAddress(one.channel(), one.address())))
        .distinct()
        .toList();
  }

  @Override
  public void heardWhoHasIt(Identity identity) {
    answered.accept(identity);
  }

  @Override
  public void addressTooLong(String channel, int bytes) {
    troubles.report(
        new Trouble(
            TroubleCause.ADDRESS,
            channel,
            ("%s names an address of %d bytes, and none of more than %d can be kept: nobody is told"
                    + " there")
                .formatted(channel, bytes, Address.MAX_BYTES),
            "write in config.yaml where else its people are told"));
  }

  @Override
  public void corrected(Identity identity, DeliveryState state) {
    events.settled(identity, state);
  }
}
