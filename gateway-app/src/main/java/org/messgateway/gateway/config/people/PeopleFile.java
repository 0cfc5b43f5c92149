package org.messgateway.gateway.config.people;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.DurableDocument;
import org.messgateway.gateway.home.FileDocument;

/**
 * The decisions of people: {@code <home>/people.yaml}, or a document in the store where several
 * gateways share one. The file may be edited by hand at any time; unknown keys are kept. Safe for
 * many threads and processes. A method that changes it either returns when the change is on the
 * disk, or throws {@link PeopleFileException} and changes nothing.
 *
 * <pre>
 * stopped:
 * - { channel: webhook, address: "http://robot.local/mess", since: …, reason: "it answered 410" }
 * opted_out:
 * - { channel: sms, address: "+14155550123", since: … }
 * paused:
 *   ana: "2026-11-20T18:00:00Z"
 * linked:
 * - { executor: ana, channel: telegram, address: "123456789", person: "123456789", since: … }
 * moved:
 * - { channel: telegram, from: "-123", to: "-100123" }
 * unknown:
 * - { channel: telegram, id: "987654321", name: Ben, seen: … }
 * </pre>
 */
public final class PeopleFile {

  /** Name of the file in the home directory. */
  public static final String NAME = "people.yaml";

  /** Life of a one-time code. */
  public static final Duration CODE_LIFE = Duration.ofMinutes(30);

  private final PeopleCache people;
  private final AddressLinking linking;
  private final UnknownPeople unknownPeople;

  /**
   * The file; a missing one holds no decisions.
   *
   * @throws PeopleFileException when it cannot be read
   */
  public PeopleFile(Path path) {
    this(new FileDocument(path));
  }

  /**
   * The same in another store.
   *
   * @throws PeopleFileException when it cannot be read
   */
  public PeopleFile(DurableDocument kept) {
    this.people = new PeopleCache(kept);
    this.linking = new AddressLinking(people);
    this.unknownPeople = new UnknownPeople(people);
  }

  /** The decisions now. Reads the file only when its time has changed. */
  public PeopleState now() {
    return people.now();
  }

  /**
   * The decisions as they were read or changed here last: those of other processes are in it after
   * the next {@link #now()}, which the gateway asks once a second. Touches nothing but memory.
   */
  public PeopleState latest() {
    return people.latest();
  }

  /** All stopped addresses now. */
  public List<StoppedAddress> stopped() {
    return now().stopped();
  }

  /** Whether this address is stopped. */
  public boolean stopped(String channel, String address) {
    return stopped().stream().anyMatch(one -> one.isAt(channel, address));
  }

  /** Stops an address. A second call changes nothing. */
  public void stop(StoppedAddress address) {
    people.change(tree -> {
      boolean known =
          tree.entries(PeopleReader.STOPPED).stream()
              .anyMatch(entry -> entry.isAt(address.channel(), address.address()));
      if (!known) {
        tree.add(PeopleReader.STOPPED, PeopleWriter.stopped(address));
      }
      return known;
    });
  }

  /** Resumes an address; false when it was not stopped. */
  public boolean resume(String channel, String address) {
    return stopped(channel, address)
        && people.change(
            tree -> tree.remove(PeopleReader.STOPPED, entry -> entry.isAt(channel, address)));
  }

  /** Notes that an address has opted out; false when it had already. */
  public boolean optOut(String channel, String address, Instant since) {
    return !now().isOptedOut(channel, address)
        && people.change(tree -> {
          tree.remove(PeopleReader.OPTED_OUT, entry -> entry.isAt(channel, address));
          tree.add(PeopleReader.OPTED_OUT, PeopleWriter.optedOut(channel, address, since));
          return true;
        });
  }

  /** Notes that an address takes messages again; false when it had not opted out. */
  public boolean optIn(String channel, String address) {
    return now().isOptedOut(channel, address)
        && people.change(
            tree -> tree.remove(PeopleReader.OPTED_OUT, entry -> entry.isAt(channel, address)));
  }

  /** Pauses an executor until a time; pauses that are over are dropped. */
  public void pause(String executor, Instant until, Instant now) {
    people.change(tree -> {
      tree.dropPast(PeopleReader.PAUSED, now);
      tree.put(PeopleReader.PAUSED, executor, until.toString());
      return true;
    });
  }

  /** Ends the pause of an executor; false when it was not paused. */
  public boolean unpause(String executor) {
    return now().paused().containsKey(executor)
        && people.change(tree -> tree.drop(PeopleReader.PAUSED, executor));
  }

  /** Links an address to an executor, in place of its earlier one on that channel. */
  public void link(PeopleState.Linked linked) {
    linking.link(linked);
  }

  /** Makes a one-time code for an executor on a channel, valid for {@link #CODE_LIFE}. */
  public String invite(String executor, String channel, Instant now) {
    return linking.invite(executor, channel, now, CODE_LIFE);
  }

  /**
   * Uses a code up; its sender is the executor that it was made for.
   *
   * @return the executor; empty when the code is wrong, used up, expired or of another channel
   */
  public Optional<String> redeem(
      String code,
      String channel,
      String address,
      String person,
      @Nullable String name,
      Instant now) {
    return linking.redeem(code, channel, address, person, name, now);
  }

  /** Whether a code is valid and unused. */
  public boolean waits(String code) {
    return linking.waits(code);
  }

  /** Notes that an address was replaced by another. */
  public void moved(String channel, String from, String to) {
    people.change(tree -> {
      tree.remove(
          PeopleReader.MOVED,
          entry -> entry.text("channel").equals(channel) && entry.text("from").equals(from));
      tree.add(PeopleReader.MOVED, PeopleWriter.moved(channel, from, to));
      return true;
    });
  }

  /** Notes an unknown person who tried to act; the last 100 are kept. */
  public void unknown(PeopleState.Unknown unknown) {
    unknownPeople.seen(unknown);
  }
}
