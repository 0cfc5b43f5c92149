package org.messgateway.gateway.exchange.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.messgateway.api.Secret;

/** Each thing that can be wrong with a remote exchange is named with the line that mends it. */
class RemoteCheckTest {

  private final RemoteServerSimulator server = RemoteServerSimulator.start();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aGoodOneIsGood() {
    assertEquals(Optional.empty(), check(server.url(), RemoteServerSimulator.KEY));
  }

  @Test
  void anUnknownKeyIsAKeyToBeReplaced() {
    finding(server.url(), "mess_home_secret", "does not know this key", "api_key");
  }

  @Test
  void aKeyOfAnotherExchangeMayMeanAWrongUrl() {
    finding(server.url(), RemoteServerSimulator.OTHER_KEY, "another exchange", "url");
  }

  @Test
  void aServerThatIsDownIsNamed() {
    server.stop();
    finding(
        server.url(),
        RemoteServerSimulator.KEY,
        "cannot be reached",
        "look whether the server runs");
  }

  @Test
  void aUrlOfSomethingElseIsRecognised() {
    finding(
        URI.create(server.url() + "/nowhere"),
        RemoteServerSimulator.KEY,
        "404",
        "/api/v1/exchanges/");
  }

  private void finding(URI url, String key, String what, String remedy) {
    RemoteCheck.Finding finding = check(url, key).orElseThrow();
    assertTrue(finding.what().contains(what), finding.what());
    assertTrue(finding.remedy().contains(remedy), finding.remedy());
    assertFalse((finding.what() + finding.remedy()).contains(key), "the key is printed");
  }

  private static Optional<RemoteCheck.Finding> check(URI url, String key) {
    return RemoteCheck.of(
        new RemoteSettings(
            url, Secret.of(key), Duration.ofSeconds(5), List.of(), Path.of("unused")));
  }
}
