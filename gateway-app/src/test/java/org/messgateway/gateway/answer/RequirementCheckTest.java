package org.messgateway.gateway.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.messgateway.api.mess.Requirement;
import org.messgateway.gateway.answer.AgentRequests.Created;
import org.messgateway.gateway.answer.AgentRequests.RequestMessage;
import org.messgateway.gateway.answer.AgentRequests.RequestResult;
import org.messgateway.gateway.answer.AgentRequests.UnclaimedRequirement;
import org.messgateway.gateway.routing.Availability;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan;
import org.messgateway.gateway.routing.Preferences;
import org.messgateway.gateway.routing.Rule;
import org.messgateway.testkit.Conforms;

/** Agents hear at once which capability nobody has. */
final class RequirementCheckTest {

  private static final Executor FRIDGE =
      new Executor(
          "fridge",
          "Fridge",
          List.of(new Requirement("fridge_vision"), new Requirement("vision")),
          List.of(),
          new Availability.Always(),
          new NotifyPlan(false, NotifyPlan.DEFAULT_AFTER, List.of()),
          Preferences.NONE,
          ZoneOffset.UTC,
          false);

  private static List<UnclaimedRequirement> told(Object... requires) {
    Catalogue catalogue =
        new Catalogue(Map.of("fridge", FRIDGE), List.of(), Rule.EVERYONE, Map.of());
    List<Map<String, Object>> mess =
        java.util.Arrays.stream(requires)
            .<Map<String, Object>>map(
                each -> Map.of("request", Map.of("intent", "look", "requires", each)))
            .toList();
    AgentRequests inner =
        message ->
            new RequestResult.Stored(
                Instant.EPOCH,
                java.util.stream.IntStream.range(0, message.mess().size())
                    .<AgentRequests.EntryOutcome>mapToObj(i -> new Created(null, "r" + i))
                    .toList());
    RequestResult result =
        new RequirementCheck(inner, () -> catalogue, Set::of)
            .say(
                new RequestMessage("claude", "http", new MessageKey.Given("k"), List.copyOf(mess)));
    RequestResult.Stored stored = (RequestResult.Stored) result;
    assertFalse(stored.created().isEmpty(), "taken all the same");
    return stored.outcomes(UnclaimedRequirement.class).toList();
  }

  @Test
  @Conforms(314)
  void eachRequestIsToldWhatNobodyHasAndWhatIsNear() {
    assertEquals(
        List.of(
            new UnclaimedRequirement(
                "r1",
                "requires `fridge-vision`: no executor has it; near: `fridge_vision`, `vision`")),
        told(List.of("vision"), List.of(Map.of("fridge-vision", Map.of("level", 2)), "vision")));
  }

  @Test
  void whatIsWrittenOtherwiseIsUnderstoodToo() {
    assertEquals(1, told("welding").size());
    assertEquals(2, told(Map.of("welding", Map.of(), "knitting", Map.of())).size());
    assertEquals(0, told(List.of()).size());
  }
}
