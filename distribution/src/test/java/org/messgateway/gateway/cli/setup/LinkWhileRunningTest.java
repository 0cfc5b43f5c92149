package org.messgateway.gateway.cli.setup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.Gateway;
import org.messgateway.gateway.cli.CommandHome;
import org.messgateway.gateway.cli.Ran;
import org.messgateway.gateway.config.people.PeopleFile;
import org.messgateway.testkit.WaitFor;
import org.messgateway.testkit.simulator.TelegramSimulator;

/** {@code link} beside a gateway, which hears that Start was pressed. */
final class LinkWhileRunningTest {

  private static final String TOKEN = "123456789:AAright-right-right-right-right-rig";

  @TempDir Path directory;

  private static String code(Ran link) {
    String line =
        link.out().lines().filter(each -> each.startsWith("https://")).findFirst().orElseThrow();
    return line.substring(line.indexOf("start=") + "start=".length());
  }

  @Test
  void aPhoneIsLinkedOverAnyChannelThatHasLinksAndAnAddressThatWinsIsSaidAtOnce() throws Exception {
    try (TelegramSimulator telegram = TelegramSimulator.start(TOKEN, "miller_bot")) {
      CommandHome home =
          CommandHome.of(
              directory.resolve("home"),
              """
              http: { port: 0 }
              executors:
                ana: { capabilities: [vision], notify: { http: true } }
                bob: { capabilities: [vision], notify: { family: "123456789" } }
              dispatch:
                family: { type: telegram, bot_token: "%s", base_url: "%s" }
              """
                  .formatted(TOKEN, telegram.baseUrl()));
      try (Gateway _ = home.gateway()) {
        Ran link = home.ends(0, "link", "ana", "--channel", "family", "--no-wait");
        assertFalse(link.err().contains("does not run"), link::toString);
        telegram.write("777", "777", 0, "/start " + code(link));
        PeopleFile people = new PeopleFile(home.path().resolve(PeopleFile.NAME));
        WaitFor.until(
            () -> !people.now().linked().isEmpty(),
            Duration.ofSeconds(40),
            () -> "the gateway hears of the code");
        assertEquals("777", people.now().linked().getFirst().address());
        Ran written = home.ends(0, "link", "bob", "--telegram", "--no-wait");
        assertTrue(
            written.err().contains("config.yaml names an address of bob on family, which wins"),
            written::toString);
      }
    }
  }
}
