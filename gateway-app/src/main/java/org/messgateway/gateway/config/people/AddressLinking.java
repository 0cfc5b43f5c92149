package org.messgateway.gateway.config.people;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Links an address to an executor without an edit of the configuration: a person who sends a
 * one-time code from an address is the executor that the code was made for.
 */
final class AddressLinking {

  private final PeopleCache people;

  AddressLinking(PeopleCache people) {
    this.people = people;
  }

  void link(PeopleState.Linked linked) {
    people.change(tree -> {
      link(tree, linked);
      return true;
    });
  }

  /** Replaces what the executor had there; a known person is no stranger. */
  private static void link(PeopleTree tree, PeopleState.Linked linked) {
    tree.remove(
        PeopleReader.LINKED,
        entry ->
            entry.text("executor").equals(linked.executor())
                && entry.text("channel").equals(linked.channel()));
    tree.add(PeopleReader.LINKED, PeopleWriter.linked(linked));
    tree.remove(
        PeopleReader.UNKNOWN,
        unknown ->
            unknown.text("channel").equals(linked.channel())
                && unknown.text("id").equals(linked.person()));
  }

  /** Makes a new code, and deletes codes that have expired. */
  String invite(String executor, String channel, Instant now, Duration life) {
    String code = LinkCodes.fresh();
    PeopleState.Code kept =
        new PeopleState.Code(executor, channel, LinkCodes.hash(code), now.plus(life));
    people.change(tree -> {
      tree.remove(PeopleReader.CODES, entry -> expired(entry, now));
      tree.add(PeopleReader.CODES, PeopleWriter.code(kept));
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
          tree.entries(PeopleReader.CODES).stream()
              .filter(entry -> LinkCodes.same(entry.text("hash"), hash))
              .filter(entry -> entry.text("channel").equals(channel) && !expired(entry, now))
              .map(entry -> entry.text("executor"))
              .findFirst();
      executor.ifPresent(whom -> {
        tree.remove(PeopleReader.CODES, entry -> LinkCodes.same(entry.text("hash"), hash));
        link(tree, new PeopleState.Linked(whom, channel, address, person, name, now));
      });
      return executor;
    });
  }

  /** Whether a code was not used yet. */
  boolean waits(String code) {
    String hash = LinkCodes.hash(code);
    return people.now().codes().stream().anyMatch(each -> LinkCodes.same(each.hash(), hash));
  }

  private static boolean expired(PeopleTree.Entry entry, Instant now) {
    return !Instant.parse(entry.text("expires")).isAfter(now);
  }

  /**
   * One-time codes for {@code link}: 128 random bits that fit a deep link; only hashes are kept.
   */
  static final class LinkCodes {

    private static final int BYTES = 16;

    private LinkCodes() {}

    /** 22 characters of {@code A-Za-z0-9_-}. */
    static String fresh() {
      byte[] random = new byte[BYTES];
      new SecureRandom().nextBytes(random);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    static String hash(String code) {
      try {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(code.getBytes(UTF_8));
        return HexFormat.of().formatHex(digest);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java has SHA-256", e);
      }
    }

    /** In constant time. */
    static boolean same(String hash, String other) {
      return MessageDigest.isEqual(hash.getBytes(UTF_8), other.getBytes(UTF_8));
    }
  }
}
