package org.messgateway.gateway.protocol;

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
import org.messgateway.gateway.protocol.Transitions.Effect;
import org.messgateway.gateway.protocol.Transitions.HeldBy;
import org.messgateway.testkit.Conforms;

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
    "CLAIMED, CLAIMED, SPEAKER, NOTHING",
    "CLAIMED, IN_PROGRESS, SPEAKER, APPLY",
    "IN_PROGRESS, IN_PROGRESS, SPEAKER, NOTE",
    "NEEDS_INPUT, IN_PROGRESS, SPEAKER, APPLY",
    "IN_PROGRESS, DECLINED, SPEAKER, GIVE_BACK",
    "CLAIMED, PENDING, SPEAKER, GIVE_BACK",
    "IN_PROGRESS, FAILED, SPEAKER, APPLY",
    "IN_PROGRESS, SUPERSEDED, SPEAKER, APPLY",
    "NEEDS_CONFIRMATION, CANCELLED, SPEAKER, CALL_OFF",
    "IN_PROGRESS, EXPIRED, SPEAKER, NOT_THEIRS",
    "CLAIMED, COMPLETED, ANOTHER, HELD_BY_OTHER",
    "COMPLETED, COMPLETED, SPEAKER, OVER",
  })
  void eachCodeHasItsEffect(ThreadStatus from, ThreadStatus code, HeldBy by, Effect effect) {
    assertEquals(effect, Transitions.of(from, code, by));
  }

  @ParameterizedTest
  @EnumSource(ThreadStatus.class)
  @Conforms(107)
  void nothingChangesAnEndAndNobodyChangesWhatAnotherHas(ThreadStatus code) {
    for (ThreadStatus from : ThreadStatus.values()) {
      for (HeldBy by : HeldBy.values()) {
        boolean changes = CHANGES.contains(Transitions.of(from, code, by));
        if (from.ended() || by == HeldBy.ANOTHER) {
          assertFalse(changes, from + " " + code + " " + by);
        }
      }
    }
  }

  @Test
  void everyEndCanBeReachedOnlyByTheHolderOrByDoingIt() {
    for (ThreadStatus code :
        Arrays.stream(ThreadStatus.values()).filter(ThreadStatus::ended).toList()) {
      Effect effect = Transitions.of(ThreadStatus.PENDING, code, HeldBy.NOBODY);
      assertTrue(effect != Effect.APPLY, code.code());
    }
  }
}
