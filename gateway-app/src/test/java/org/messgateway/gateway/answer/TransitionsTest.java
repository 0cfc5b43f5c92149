package org.messgateway.gateway.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.messgateway.api.mess.ThreadStatus;

/** The table of docs/state-machine.md, and what must be true of all of it. */
final class TransitionsTest {

  private static final Set<Effect> CHANGES =
      Set.of(Effect.APPLY, Effect.CLAIM, Effect.CLAIM_AND_APPLY, Effect.GIVE_BACK, Effect.PASS);

  @ParameterizedTest
  @CsvSource({
    "PENDING, CLAIMED, NOBODY, CLAIM",
    "PENDING, IN_PROGRESS, NOBODY, CLAIM_AND_APPLY",
    "PENDING, NEEDS_INPUT, NOBODY, CLAIM_AND_APPLY",
    "PENDING, COMPLETED, NOBODY, CLAIM_AND_APPLY",
    "PENDING, PARTIAL, NOBODY, CLAIM_AND_APPLY",
    "PENDING, DECLINED, NOBODY, PASS",
    "PENDING, FAILED, NOBODY, PASS",
    "PENDING, DELEGATED, NOBODY, CLAIM_FIRST",
    "PENDING, CANCELLED, NOBODY, NOT_THEIRS",
    "PENDING, EXPIRED, NOBODY, NOT_THEIRS",
    "WAITING, CLAIMED, NOBODY, CLAIM",
    "CLAIMED, CLAIMED, HOLDER, NOTHING",
    "CLAIMED, IN_PROGRESS, HOLDER, APPLY",
    "IN_PROGRESS, IN_PROGRESS, HOLDER, NOTE",
    "NEEDS_INPUT, IN_PROGRESS, HOLDER, APPLY",
    "IN_PROGRESS, DECLINED, HOLDER, GIVE_BACK",
    "CLAIMED, PENDING, HOLDER, GIVE_BACK",
    "IN_PROGRESS, FAILED, HOLDER, APPLY",
    "IN_PROGRESS, SUPERSEDED, HOLDER, APPLY",
    "IN_PROGRESS, CANCELLED, HOLDER, NOT_THEIRS",
    "CLAIMED, COMPLETED, OTHER, HELD_BY_OTHER",
    "COMPLETED, COMPLETED, HOLDER, OVER",
  })
  void eachCodeHasItsEffect(ThreadStatus from, ThreadStatus code, Standing by, Effect effect) {
    assertEquals(effect, Transitions.of(from, code, by));
  }

  @ParameterizedTest
  @EnumSource(ThreadStatus.class)
  void nothingChangesAnEndAndNobodyChangesWhatAnotherHas(ThreadStatus code) {
    for (ThreadStatus from : ThreadStatus.values()) {
      for (Standing standing : Standing.values()) {
        boolean changes = CHANGES.contains(Transitions.of(from, code, standing));
        if (from.ended() || standing == Standing.OTHER) {
          assertFalse(changes, from + " " + code + " " + standing);
        }
      }
    }
  }

  @Test
  void everyEndCanBeReachedOnlyByTheHolderOrByDoingIt() {
    for (ThreadStatus code :
        Arrays.stream(ThreadStatus.values()).filter(ThreadStatus::ended).toList()) {
      Effect effect = Transitions.of(ThreadStatus.PENDING, code, Standing.NOBODY);
      assertTrue(effect != Effect.APPLY, code.code());
    }
  }
}
