package org.messgateway.gateway.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.messgateway.gateway.protocol.ThreadBuilder.thread;
import static org.messgateway.gateway.routing.ExecutorBuilder.onSlack;
import static org.messgateway.gateway.routing.Scene.holds;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.messgateway.testkit.Conforms;

/** What is told of a required capability that nobody has. */
final class UnclaimedCapabilitiesTest {

  private static String problem(Scene scene, String... required) {
    Route route = scene.route(thread().requires(required));
    assertEquals(List.of(Hold.Kind.NOBODY), holds(route));
    return route.trouble().orElseThrow().sentence();
  }

  @Test
  @Conforms(314)
  void whatNobodyKnowsIsToldWithWhatIsNear() {
    Scene scene =
        Scene.of(onSlack("ana").can("fridge_vision", "mop"), onSlack("bob").can("vision"));
    assertEquals(
        "nobody can be told: requires `fridge-vision`: no executor has it; near: `fridge_vision`,"
            + " `vision`",
        problem(scene, "mop", "fridge-vision"));
    assertEquals(
        "nobody can be told: requires `welding`: no executor has it", problem(scene, "welding"));
  }

  @Test
  @Conforms({98, 314})
  void whatTheExchangeDescribesIsKnownAndStillNobodysToDo() {
    Scene scene = Scene.of(onSlack("ana").can("take-photos")).describes("take-photo", "take-notes");
    assertEquals(
        "nobody can be told: requires `take-photo`: no executor has it",
        problem(scene, "take-photo"));
    assertEquals(
        "nobody can be told: requires `take-phto`: no executor has it; near: `take-photo`,"
            + " `take-photos`",
        problem(scene, "take-phto"));
  }

  @Test
  void whatSomebodyHasAndOthersLackIsToldOfEachAsBefore() {
    assertEquals(
        "nobody can be told: ana lacks b; bob lacks a",
        problem(Scene.of(onSlack("ana").can("a"), onSlack("bob").can("b")), "a", "b"));
  }
}
