package org.messgateway.adapter.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.Address;
import org.messgateway.api.Secret;
import org.messgateway.api.Settings;
import org.messgateway.testkit.Conforms;

@Conforms(269)
class McpProviderTest {

  private final McpProvider provider = new McpProvider();

  private Optional<String> ofUrl(Map<String, Object> beside) {
    return provider.checkAddress(
        new Address(
            "https://agent.example.com/mcp", Settings.of(beside), Address.Origin.CONFIGURATION));
  }

  private Optional<String> ofCommand(Map<String, Object> beside, Address.Origin origin) {
    Settings settings = Settings.of(beside);
    return provider.checkAddress(
        new Address(provider.addressOf(settings).orElseThrow(), settings, origin));
  }

  private static void says(String words, Optional<String> problem) {
    assertTrue(problem.orElse("").contains(words), problem.toString());
  }

  @Test
  void aCommandIsForTheOperatorOnly() {
    Map<String, Object> command = Map.of("command", List.of("/usr/bin/agent", "serve"));

    assertEquals(Optional.empty(), ofCommand(command, Address.Origin.CONFIGURATION));
    says("only where the operator wrote it", ofCommand(command, Address.Origin.ELSEWHERE));
    says(
        "only where the operator wrote it",
        provider.checkAddress(
            new Address(
                "https://agent.example.com/mcp", Settings.of(command), Address.Origin.ELSEWHERE)));
    says(
        "only where the operator wrote it",
        provider.checkAddress(
            new Address("stdio:agent/0011", Settings.none(), Address.Origin.ELSEWHERE)));
  }

  @Test
  void aCommandIsAnAddressOfItsOwnWithoutItsArguments() {
    Optional<String> one =
        provider.addressOf(Settings.of(Map.of("command", List.of("/usr/bin/agent", "k-secret"))));
    Optional<String> other =
        provider.addressOf(Settings.of(Map.of("command", List.of("/usr/bin/agent", "other"))));

    assertTrue(one.orElseThrow().startsWith("stdio:agent/"), one.toString());
    assertFalse(one.orElseThrow().contains("secret"), one.toString());
    assertNotEquals(one, other);
    assertEquals(Optional.empty(), provider.addressOf(Settings.none()));
  }

  @Test
  void aUrlAndACommandTogetherAreOneTooMany() {
    says("either url or command", ofUrl(Map.of("command", List.of("agent"))));
  }

  @Test
  void whatBelongsToTheOtherFormIsFoundOut() {
    Address.Origin ours = Address.Origin.CONFIGURATION;
    says("env is for command", ofUrl(Map.of("env", Map.of("A", "b"))));
    says("are for url", ofCommand(Map.of("command", List.of("a"), "token", Secret.of("x")), ours));
    says(
        "name of a variable",
        ofCommand(Map.of("command", List.of("a"), "env", Map.of("A=B", "c")), ours));
    says(
        "write one",
        ofUrl(Map.of("token", Secret.of("x"), "headers", Map.of("authorization", "y"))));
    says("printable ASCII", ofUrl(Map.of("token", Secret.of("a\nb"))));
    says("set by the gateway", ofUrl(Map.of("headers", Map.of("Mcp-Session-Id", "1"))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{intention}", "a {b} c"})
  void aPlaceholderThatThereIsNotIsFoundOut(String pattern) {
    says("there is no {", ofUrl(Map.of("arguments", Map.of("x", pattern))));
  }

  @Test
  void otherBracesAreText() {
    assertEquals(
        Optional.empty(), ofUrl(Map.of("arguments", Map.of("x", "{\"a\": {intent}} { b }"))));
  }

  @Test
  void pausesAreBounded() {
    says("from 1s to 1h", ofUrl(Map.of("poll_every", Duration.ofMillis(10))));
    says("from 1s to 1h", ofUrl(Map.of("poll_every", Duration.ofDays(1))));
  }
}
