package org.messgateway.gateway.people;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.store.FileDocument;
import org.messgateway.gateway.store.KeptDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

  private static final Logger LOG = LoggerFactory.getLogger(PeopleFile.class);
  private static final int MOST_UNKNOWN = 100;

  /** Somebody who tries again and again costs a write to the disk so often. */
  private static final Duration SEEN_AGAIN = Duration.ofHours(1);

  private static final String CHANNEL = "channel";
  private static final String ADDRESS = "address";
  private static final String EXECUTOR = "executor";

  private final PeopleDocument document;
  private Object version;
  private People people;

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
    this.document = new PeopleDocument(kept);
    Object now = document.version();
    this.people = document.read();
    this.version = now;
  }

  /** As the file has it now. Costs a look at the file's time, not a read, while it is the same. */
  public synchronized People now() {
    refresh();
    return people;
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
    change(tree -> {
      boolean known =
          tree.entries(PeopleReading.STOPPED).stream()
              .anyMatch(entry -> entry.isAt(address.channel(), address.address()));
      if (!known) {
        tree.add(
            PeopleReading.STOPPED,
            map(
                CHANNEL,
                address.channel(),
                ADDRESS,
                address.address(),
                "since",
                address.since().toString(),
                "reason",
                address.reason()));
      }
      return known;
    });
  }

  /** Resumes an address; false when it was not stopped. */
  public boolean resume(String channel, String address) {
    return stopped(channel, address)
        && change(
            tree -> tree.remove(PeopleReading.STOPPED, entry -> entry.isAt(channel, address)));
  }

  /** An address does not let us through any more; false when that was known. */
  public boolean optOut(String channel, String address, Instant since) {
    return !now().isOptedOut(channel, address)
        && change(tree -> {
          tree.remove(PeopleReading.OPTED_OUT, entry -> entry.isAt(channel, address));
          tree.add(
              PeopleReading.OPTED_OUT,
              map(CHANNEL, channel, ADDRESS, address, "since", since.toString()));
          return true;
        });
  }

  /** An address lets us through again; false when it did already. */
  public boolean optIn(String channel, String address) {
    return now().isOptedOut(channel, address)
        && change(
            tree -> tree.remove(PeopleReading.OPTED_OUT, entry -> entry.isAt(channel, address)));
  }

  /** An executor wants to be left alone until then; past pauses of others are dropped. */
  public void pause(String executor, Instant until, Instant now) {
    change(tree -> {
      tree.dropPast(PeopleReading.PAUSED, now);
      tree.put(PeopleReading.PAUSED, executor, until.toString());
      return true;
    });
  }

  /** An executor wants to be told again; false when it was not paused. */
  public boolean unpause(String executor) {
    return now().paused().containsKey(executor)
        && change(tree -> tree.drop(PeopleReading.PAUSED, executor));
  }

  /** An executor is reached there; whatever it had linked on that channel before is replaced. */
  public void link(People.Linked linked) {
    change(tree -> {
      link(tree, linked);
      return true;
    });
  }

  private static void link(PeopleTree tree, People.Linked linked) {
    tree.remove(
        PeopleReading.LINKED,
        entry ->
            entry.text(EXECUTOR).equals(linked.executor())
                && entry.text(CHANNEL).equals(linked.channel()));
    Map<String, String> entry =
        map(
            EXECUTOR,
            linked.executor(),
            CHANNEL,
            linked.channel(),
            ADDRESS,
            linked.address(),
            "person",
            linked.person(),
            "since",
            linked.since().toString());
    named(entry, linked.name());
    tree.add(PeopleReading.LINKED, entry);
    tree.remove(
        PeopleReading.UNKNOWN,
        unknown ->
            unknown.text(CHANNEL).equals(linked.channel())
                && unknown.text("id").equals(linked.person()));
  }

  /** A fresh one-time code for an executor on a channel, good for {@link #CODE_LIFE}. */
  public String invite(String executor, String channel, Instant now) {
    String code = LinkCodes.fresh();
    change(tree -> {
      tree.remove(PeopleReading.CODES, entry -> expired(entry, now));
      tree.add(
          PeopleReading.CODES,
          map(
              EXECUTOR,
              executor,
              CHANNEL,
              channel,
              "hash",
              LinkCodes.hash(code),
              "expires",
              now.plus(CODE_LIFE).toString()));
      return true;
    });
    return code;
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
    String hash = LinkCodes.hash(code);
    if (now().codes().stream().noneMatch(each -> LinkCodes.same(each.hash(), hash))) {
      return Optional.empty();
    }
    return change(tree -> {
      Optional<String> executor =
          tree.entries(PeopleReading.CODES).stream()
              .filter(entry -> LinkCodes.same(entry.text("hash"), hash))
              .filter(entry -> entry.text(CHANNEL).equals(channel) && !expired(entry, now))
              .map(entry -> entry.text(EXECUTOR))
              .findFirst();
      executor.ifPresent(whom -> {
        tree.remove(PeopleReading.CODES, entry -> LinkCodes.same(entry.text("hash"), hash));
        link(tree, new People.Linked(whom, channel, address, person, name, now));
      });
      return executor;
    });
  }

  /** Whether this code is still waiting for somebody. */
  public boolean waits(String code) {
    String hash = LinkCodes.hash(code);
    return now().codes().stream().anyMatch(each -> LinkCodes.same(each.hash(), hash));
  }

  private static boolean expired(PeopleTree.Entry entry, Instant now) {
    return !Instant.parse(entry.text("expires")).isAfter(now);
  }

  /** An address is another one from now on. */
  public void moved(String channel, String from, String to) {
    change(tree -> {
      tree.remove(
          PeopleReading.MOVED,
          entry -> entry.text(CHANNEL).equals(channel) && entry.text("from").equals(from));
      tree.add(PeopleReading.MOVED, map(CHANNEL, channel, "from", from, "to", to));
      return true;
    });
  }

  /** Somebody tried to act whom nobody knows; the hundred who came last are kept. */
  public void unknown(People.Unknown who) {
    boolean seen =
        now().unknown().stream()
            .anyMatch(one ->
                one.channel().equals(who.channel())
                    && one.id().equals(who.id())
                    && one.seen().plus(SEEN_AGAIN).isAfter(who.seen()));
    if (!seen) {
      change(tree -> {
        remember(tree, who);
        return true;
      });
    }
  }

  private static void remember(PeopleTree tree, People.Unknown who) {
    tree.remove(
        PeopleReading.UNKNOWN,
        entry -> entry.text(CHANNEL).equals(who.channel()) && entry.text("id").equals(who.id()));
    Map<String, String> entry =
        map(CHANNEL, who.channel(), "id", who.id(), "seen", who.seen().toString());
    named(entry, who.name());
    tree.add(PeopleReading.UNKNOWN, entry);
    while (tree.entries(PeopleReading.UNKNOWN).size() > MOST_UNKNOWN) {
      PeopleTree.Entry oldest = tree.entries(PeopleReading.UNKNOWN).getFirst();
      tree.remove(PeopleReading.UNKNOWN, oldest::equals);
    }
  }

  private synchronized <T> T change(Function<PeopleTree, T> change) {
    T result = document.change(change);
    refresh();
    return result;
  }

  /** A bad edit by hand leaves the last good version standing, and is told once. */
  private void refresh() {
    Object now = document.version();
    if (now.equals(version)) {
      return;
    }
    version = now;
    try {
      people = document.read();
    } catch (PeopleFileException e) {
      LOG.error("{} What it said before stays in force.", e.getMessage());
    }
  }

  private static void named(Map<String, String> entry, @Nullable String name) {
    if (name != null && !name.isBlank()) {
      entry.put("name", name);
    }
  }

  /** In the order in which it is written. */
  private static Map<String, String> map(String... keysAndValues) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }
}
