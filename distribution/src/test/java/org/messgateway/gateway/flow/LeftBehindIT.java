package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.jdbc.PostgresServer;

/**
 * Two gateways on one PostgreSQL: what one told Telegram and Twilio it has, and had not worked
 * through when it was killed, ends up in the threads by the other, while that one runs on.
 */
@Tag("proof")
@Tag("postgres")
class LeftBehindIT {

  private static final Duration SOON = Duration.ofSeconds(90);
  private static final byte[] JPEG = {(byte) 0xff, (byte) 0xd8, (byte) 0xff, 1, 2, 3};
  private static final String ANSWER = "two onions";
  private static final String ASKS = "Channel telegram: this gateway asks";

  @TempDir private Path folder;
  private final String store = PostgresServer.freshUrl();
  private Vendors vendors;
  private House house;

  @BeforeEach
  void vendors() throws Exception {
    vendors = new Vendors();
    Files.createDirectory(folder.resolve("exchange"));
  }

  @AfterEach
  void stop() throws Exception {
    vendors.close();
  }

  private House house(String name) throws Exception {
    House made = new House(Files.createDirectory(folder.resolve(name)), folder.resolve("exchange"));
    made.configure(
        """
        client_url: %s
        exchange: { path: "%s" }
        store: { url: "%s" }
        executors:
          ana: { capabilities: [telegram], notify: { telegram: "501" } }
          sam: { capabilities: [sms], notify: { sms: "+14155550201" } }
        """
            .formatted(Door.PUBLIC, folder.resolve("exchange"), store),
        vendors.dispatch());
    return made;
  }

  @Test
  void whatAKilledGatewayHadAcknowledgedIsAnsweredOnceByAnother() throws Exception {
    house = house("one");
    try (GatewayProcess killed = GatewayProcess.run(house).awaitReady()) {
      Eventually.within(SOON, killed::log, () -> killed.log().contains(ASKS));
      try (GatewayProcess stays = GatewayProcess.run(house("other")).awaitReady()) {
        for (String way : List.of("telegram", "sms")) {
          house.put(Request.of(way + "-1").with("requires: [" + way + "]"));
        }
        Eventually.within(SOON, () -> "both are asked: " + killed.log(), this::asked);
        vendors.holdFiles();
        answersComeTo(killed);
        killed.kill();
        vendors.releaseFiles();
        for (String ref : List.of("telegram-1", "sms-1")) {
          assertFalse(done(ref), "it came in between: " + ref);
        }
        for (String ref : List.of("telegram-1", "sms-1")) {
          Eventually.within(
              SOON,
              () -> ref + " is answered:\n" + house.threadText(ref) + stays.log(),
              () -> done(ref));
          assertEquals(1, count(ref, ANSWER), ref);
          assertEquals(1, count(ref, "code: completed"), ref);
          assertEquals(1, count(ref, Base64.getEncoder().encodeToString(JPEG)), ref);
        }
        assertEquals(List.of(), stays.stackTrace());
      }
    }
  }

  /** By the threads: only then it is known here which message was which task's. */
  private boolean asked() {
    return house.noted().size() == 2;
  }

  /** Each is acknowledged as its channel does it, while no photo can be fetched yet. */
  private void answersComeTo(GatewayProcess process) {
    long asking = vendors.telegram().posts("501").getFirst().number();
    long _ = vendors.telegram().sendPhoto("501", "501", asking, ANSWER, JPEG);
    long update = vendors.telegram().lastUpdate();
    Map<String, String> message = vendors.twilio().call("+14155550201", ANSWER, JPEG);
    try (Door door = new Door(process.port())) {
      assertEquals(200, door.twilio("/callbacks/sms", message).statusCode());
    }
    Eventually.within(
        SOON, "Telegram has heard it", () -> vendors.telegram().confirmed() >= update);
  }

  private boolean done(String ref) {
    return house.threadText(ref).contains("status: completed");
  }

  private int count(String ref, String part) {
    return house.threadText(ref).split(Pattern.quote(part), -1).length - 1;
  }
}
