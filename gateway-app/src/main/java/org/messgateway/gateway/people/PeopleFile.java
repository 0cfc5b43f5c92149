package org.messgateway.gateway.people;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.store.FileDocument;
import org.messgateway.gateway.store.KeptDocument;

/**
 * What people decided: {@code <home>/people.yaml}, or where several gateways share a store, a
 * document there. The file may be edited by hand at any time; keys it does not know are kept. Safe
 * for many threads and processes. What changes it has it on disk when it returns, or throws {@link
 * PeopleFileException} and has changed nothing.
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

  /** What it is called, in the home. */
  public static final String NAME = "people.yaml";

  /** How long a one-time code is good for. */
  public static final Duration CODE_LIFE = Duration.ofMinutes(30);

  private final LatestPeople people;
  private final Linking linking;
  private final Strangers strangers;

  /**
   * Reads it; a file that is not there holds nothing.
   *
   * @throws PeopleFileException when it cannot be read
   */
  public PeopleFile(Path path) {
    this(new FileDocument(path));
  }

  /**
   * The same kept elsewhere.
   *
   * @throws PeopleFileException when it cannot be read
   */
  public PeopleFile(KeptDocument kept) {
    this.people = new LatestPeople(kept);
    this.linking = new Linking(people);
    this.strangers = new Strangers(people);
  }

  /** As the file has it now. Costs a look at the file's time, not a read, while it is the same. */
  public People now() {
    return people.now();
  }

  /** All stopped addresses, as the file has them now. */
  public List<StoppedAddress> stopped() {
    return now().stopped();
  }

  /** Whether this address is stopped. */
  public boolean stopped(String channel, String address) {
    return stopped().stream().anyMatch(one -> one.isAt(channel, address));
  }

  /** Stops an address. Doing it again changes nothing. */
  public void stop(StoppedAddress address) {
    people.change(tree -> {
      boolean known =
          tree.entries(PeopleReading.STOPPED).stream()
              .anyMatch(entry -> entry.isAt(address.channel(), address.address()));
      if (!known) {
        tree.add(PeopleReading.STOPPED, PeopleWriting.stopped(address));
      }
      return known;
    });
  }

  /** Resumes an address; false when it was not stopped. */
  public boolean resume(String channel, String address) {
    return stopped(channel, address)
        && people.change(
            tree -> tree.remove(PeopleReading.STOPPED, entry -> entry.isAt(channel, address)));
  }

  /** An address does not let us through any more; false when that was known. */
  public boolean optOut(String channel, String address, Instant since) {
    return !now().isOptedOut(channel, address)
        && people.change(tree -> {
          tree.remove(PeopleReading.OPTED_OUT, entry -> entry.isAt(channel, address));
          tree.add(PeopleReading.OPTED_OUT, PeopleWriting.optedOut(channel, address, since));
          return true;
        });
  }

  /** An address lets us through again; false when it did already. */
  public boolean optIn(String channel, String address) {
    return now().isOptedOut(channel, address)
        && people.change(
            tree -> tree.remove(PeopleReading.OPTED_OUT, entry -> entry.isAt(channel, address)));
  }

  /** An executor wants to be left alone until then; past pauses of others are dropped. */
  public void pause(String executor, Instant until, Instant now) {
    people.change(tree -> {
      tree.dropPast(PeopleReading.PAUSED, now);
      tree.put(PeopleReading.PAUSED, executor, until.toString());
      return true;
    });
  }

  /** An executor wants to be told again; false when it was not paused. */
  public boolean unpause(String executor) {
    return now().paused().containsKey(executor)
        && people.change(tree -> tree.drop(PeopleReading.PAUSED, executor));
  }

  /** An executor is reached there; whatever it had linked on that channel before is replaced. */
  public void link(People.Linked linked) {
    linking.link(linked);
  }

  /** A fresh one-time code for an executor on a channel, good for {@link #CODE_LIFE}. */
  public String invite(String executor, String channel, Instant now) {
    return linking.invite(executor, channel, now, CODE_LIFE);
  }

  /**
   * Uses a code up: whoever shows it is the executor it was made for.
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

  /** Whether this code is still waiting for somebody. */
  public boolean waits(String code) {
    return linking.waits(code);
  }

  /** An address is another one from now on. */
  public void moved(String channel, String from, String to) {
    people.change(tree -> {
      tree.remove(
          PeopleReading.MOVED,
          entry -> entry.text("channel").equals(channel) && entry.text("from").equals(from));
      tree.add(PeopleReading.MOVED, PeopleWriting.moved(channel, from, to));
      return true;
    });
  }

  /** Somebody tried to act whom nobody knows; the hundred who came last are kept. */
  public void unknown(People.Unknown who) {
    strangers.seen(who);
  }
}
