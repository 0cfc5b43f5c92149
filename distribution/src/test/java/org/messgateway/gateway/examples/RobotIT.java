package org.messgateway.gateway.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.messgateway.gateway.examples.FakeGateway.thread;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.messgateway.api.Secret;

/** The robot of examples/robot, in each of its languages, does what its README says. */
@Tag("proof")
final class RobotIT {

  private static final String NAME = "roomba-kitchen";
  private static final String OFFER = thread("pending", null);
  private static final String MINE = thread("claimed", NAME);
  private static final String BID =
      "{\"MESS\":[{\"status\":{\"code\":\"claimed\",\"eta\":\"15m\"}}]}";

  private static final JsonMapper JSON = new JsonMapper();

  @TempDir Path folder;

  private FakeGateway gateway;

  @BeforeEach
  void open() throws Exception {
    gateway = FakeGateway.open();
  }

  @AfterEach
  void close() {
    gateway.close();
  }

  private ExampleProcess robot(Language language, Map<String, String> more) throws Exception {
    assumeTrue(language.isHere());
    return start(language.robot(), more);
  }

  private ExampleProcess start(List<String> command, Map<String, String> more) throws Exception {
    Map<String, String> environment = new HashMap<>(gateway.environment(NAME));
    environment.put("STEP_MS", "1");
    environment.putAll(more);
    return ExampleProcess.start(command, folder, environment);
  }

  @ParameterizedTest
  @EnumSource
  void itBidsMovesOnlyWhenTheTaskIsItsOwnAndEndsWithAPicture(Language language) throws Exception {
    assumeTrue(language.isHere());
    try (ExampleProcess robot = start(language.robotAsDocumented(), Map.of())) {
      assertBid(gateway.tell(robot, "a1", "request", OFFER));
      assertBid(gateway.tell(robot, "a1", "request", OFFER));
      assertTrue(gateway.quiet(), robot::log);
      gateway.refuse("end", 503);
      assertEquals(204, gateway.tell(robot, "b1", "claimed", MINE).statusCode());
      assertEquals("in_progress", gateway.next().code());
      assertEquals("in_progress", gateway.next().code());
      FakeGateway.Post refused = gateway.next();
      FakeGateway.Post done = gateway.next();
      assertEquals(List.of(503, 200), List.of(refused.status(), done.status()));
      assertEquals("b1-end", done.key());
      assertEquals(refused.key(), done.key());
      assertEquals("completed", done.code());
      String image =
          done.mess().path(1).path("response").path("content").path(1).path("image").asText();
      assertTrue(image.startsWith("data:image/png;base64,iVBORw0KGgo"), image);
      assertEquals(204, gateway.tell(robot, "b1", "claimed", MINE).statusCode());
      robot.stop();
      assertTrue(gateway.quiet(), robot::log);
    }
  }

  private static void assertBid(HttpResponse<String> answer) throws Exception {
    assertEquals(200, answer.statusCode());
    assertEquals(JSON.readTree(BID), JSON.readTree(answer.body()));
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotSignedNowWithItsSecretIsRefused(Language language) throws Exception {
    Secret other = Secret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    Instant now = Instant.now();
    try (ExampleProcess robot = robot(language, Map.of())) {
      assertEquals(401, status(robot, now, List.of(other)));
      assertEquals(401, status(robot, now.minusSeconds(400), List.of(FakeGateway.KEY)));
      assertEquals(401, status(robot, now.plusSeconds(400), List.of(FakeGateway.KEY)));
      assertEquals(200, status(robot, now, List.of(other, FakeGateway.KEY)));
      String large = "\"" + "x".repeat(2 << 20) + "\"";
      assertEquals(413, gateway.tell(robot, "a2", "request", large).statusCode());
      HttpResponse<String> unreadable = gateway.tell(robot, "a3", "request", "ref: 1\n");
      assertEquals(415, unreadable.statusCode());
      assertTrue(unreadable.body().contains("`format: json`"), unreadable::body);
      assertFalse(robot.log().contains("token"), robot::log);
    }
  }

  private int status(ExampleProcess robot, Instant at, List<Secret> keys) throws Exception {
    return gateway.send(robot, "a1", "request", OFFER, at, keys).statusCode();
  }

  @ParameterizedTest
  @EnumSource
  void whenSomebodyElseHasItOrItIsOverItStandsStill(Language language) throws Exception {
    try (ExampleProcess robot = robot(language, Map.of("STEP_MS", "60000"))) {
      assertBid(gateway.tell(robot, "a1", "request", OFFER));
      assertEquals(204, gateway.tell(robot, "b1", "taken", thread("claimed", "ana")).statusCode());
      assertBid(gateway.tell(robot, "a2", "request", OFFER));
      gateway.tell(robot, "b2", "claimed", MINE);
      assertEquals("in_progress", gateway.next().code());
      gateway.tell(robot, "c2", "cancelled", thread("cancelled", NAME));
      robot.stop();
      assertTrue(gateway.quiet(), robot::log);
    }
  }

  @ParameterizedTest
  @EnumSource
  void stuckItGivesTheTaskBackAndWithAnEmptyBatteryItTakesNone(Language language) throws Exception {
    try (ExampleProcess robot = robot(language, Map.of("BATTERY", "22"))) {
      assertBid(gateway.tell(robot, "a1", "request", OFFER));
      gateway.tell(robot, "b1", "claimed", MINE);
      assertEquals("in_progress", gateway.next().code());
      assertEquals("in_progress", gateway.next().code());
      FakeGateway.Post given = gateway.next();
      assertEquals("declined", given.code());
      assertTrue(given.mess().toString().contains("battery at 6 %"), given::toString);
      HttpResponse<String> again = gateway.tell(robot, "a2", "request", OFFER);
      assertTrue(again.body().contains("declined"), again::body);
    }
  }

  @ParameterizedTest
  @EnumSource
  void killedInItsWorkItGoesOnWhenItIsStartedAgain(Language language) throws Exception {
    try (ExampleProcess robot = robot(language, Map.of("STEP_MS", "60000"))) {
      gateway.tell(robot, "a1", "request", OFFER);
      gateway.tell(robot, "b1", "claimed", MINE);
      assertEquals("in_progress", gateway.next().code());
      robot.kill();
    }
    try (ExampleProcess robot = robot(language, Map.of())) {
      FakeGateway.Post post = gateway.next();
      while (!post.code().equals("completed")) {
        post = gateway.next();
      }
      assertEquals("b1-end", post.key(), robot::log);
    }
  }
}
