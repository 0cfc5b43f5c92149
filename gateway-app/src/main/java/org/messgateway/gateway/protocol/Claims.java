package org.messgateway.gateway.protocol;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadMessage;

/**
 * Who claimed and who passed in the present round of a thread. The first claim has the task until
 * it is given back, which begins the next round. Used by one thread.
 */
final class Claims {

  /** A claim and the message that makes it. */
  record Claim(String by, ThreadMessage message) {}

  /** Of this round, in document order. */
  private final List<Claim> claims = new ArrayList<>();

  private final Set<String> passed = new HashSet<>();
  private int rounds;

  void add(String by, ThreadMessage message) {
    claims.add(new Claim(by, message));
  }

  /** Whoever claimed first; null for nobody. */
  @Nullable String holder() {
    return claims.isEmpty() ? null : claims.getFirst().by;
  }

  /** The first claim by one of these. */
  Optional<Claim> first(Predicate<String> counts) {
    for (Claim claim : claims) {
      if (counts.test(claim.by)) {
        return Optional.of(claim);
      }
    }
    return Optional.empty();
  }

  boolean isEmpty() {
    return claims.isEmpty();
  }

  /** Whoever passed in this round. */
  Set<String> passed() {
    return passed;
  }

  /** The rounds that ended. */
  int rounds() {
    return rounds;
  }

  /** A decline or failure of an executor that is not the holder. */
  void pass(String by) {
    if (!by.equals(holder())) {
      claims.removeIf(claim -> claim.by.equals(by));
      passed.add(by);
    }
  }

  /** A holder that gives the task back counts as a pass; a release by anybody else does not. */
  void free(String by) {
    @Nullable String holder = holder();
    if (holder != null) {
      begin();
      if (by.equals(holder)) {
        passed.add(by);
      }
    }
  }

  /** Begins the next round. */
  void begin() {
    rounds++;
    claims.clear();
    passed.clear();
  }
}
