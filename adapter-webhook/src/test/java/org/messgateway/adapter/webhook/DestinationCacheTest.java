package org.messgateway.adapter.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.messgateway.adapter.okhttp.HostAllowList;
import org.messgateway.adapter.webhook.DestinationCache.Destination.Unusable;
import org.messgateway.adapter.webhook.DestinationCache.Destination.Usable;
import org.messgateway.api.Address;
import org.messgateway.api.Address.Origin;
import org.messgateway.api.Secret;
import org.messgateway.api.Settings;
import org.messgateway.api.http.WebhookKeys;
import org.messgateway.api.http.WebhookSecrets;
import org.messgateway.api.http.WebhookSignature;

class DestinationCacheTest {

  private static final Secret CHANNELS = Secret.of("the secret of the channel, long enough");
  private static final Secret ITS_OWN = Secret.of("the secret of the address, long enough");
  private static final int MOST_BYTES = 1024;

  private final DestinationCache destinationCache =
      new DestinationCache(secret(CHANNELS), HostAllowList.nothing(), MOST_BYTES);

  private static Settings secret(Secret secret) {
    return Settings.of(Map.of("secret", List.of(secret)));
  }

  private static Address at(String url, Settings settings) {
    return new Address(url, settings, Origin.CONFIGURATION);
  }

  private Usable usable(Address address) {
    return assertInstanceOf(Usable.class, destinationCache.of(address));
  }

  private WebhookKeys keys(Address address, String executor) {
    return destinationCache.keys(address, usable(address).address(), executor);
  }

  private String signature(Address address, String executor) {
    return keys(address, executor).header("id", Instant.EPOCH, new byte[] {1});
  }

  private static String signature(Secret secret, String executor) {
    return WebhookSignature.header(
        "id", Instant.EPOCH, new byte[] {1}, List.of(WebhookSecrets.forExecutor(secret, executor)));
  }

  @Test
  void anAddressIsLookedAtOnce() {
    Address robot = at("http://127.0.0.1:9000/mess", Settings.none());
    assertSame(usable(robot), usable(robot));
    assertSame(keys(robot, "roomba"), keys(robot, "roomba"));
  }

  @Test
  void twoExecutorsAtOneAddressHaveKeysOfTheirOwn() {
    Address shop = at("https://shop.example/mess", Settings.none());
    assertEquals(signature(CHANNELS, "ann"), signature(shop, "ann"));
    assertNotEquals(signature(shop, "ann"), signature(shop, "ben"));
  }

  @Test
  void anAddressWithASecretOfItsOwnDoesNotUseTheChannels() {
    Address own = at("https://shop.example/mess", secret(ITS_OWN));
    Address plain = at("https://shop.example/mess", Settings.none());
    assertEquals(signature(CHANNELS, "ann"), signature(plain, "ann"));
    assertEquals(signature(ITS_OWN, "ann"), signature(own, "ann"));
  }

  @Test
  void whoWroteAnAddressDecidesAnewWhereItMayLead() {
    String url = "http://127.0.0.1:9000/mess";
    Address configured = at(url, Settings.none());
    Address elsewhere = new Address(url, Settings.none(), Origin.ELSEWHERE);
    assertNotEquals(usable(configured).trust(), usable(elsewhere).trust());
  }

  @Test
  void whatIsNoAddressIsSaidToBeNone() {
    assertInstanceOf(Unusable.class, destinationCache.of(at("ftp://x", Settings.none())));
  }

  @Test
  void addressesThatComeAndGoAreForgottenAndFoundAgain() {
    Address first = at("http://127.0.0.1:9000/first", Settings.none());
    Usable before = usable(first);
    for (int i = 0; i < 10_000; i++) {
      usable(at("http://127.0.0.1:9000/" + i, Settings.none()));
    }
    Usable after = usable(first);
    assertEquals(before, after);
  }
}
