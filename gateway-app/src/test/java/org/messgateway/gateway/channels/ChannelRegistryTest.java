package org.messgateway.gateway.channels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.messgateway.api.SettingDescription.optional;
import static org.messgateway.api.SettingDescription.withDefault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.Inbound;
import org.messgateway.api.InboundListener;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Receipt;
import org.messgateway.api.SettingDescription.SettingKind;
import org.messgateway.api.Settings;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.LoadResult;
import org.messgateway.gateway.dispatch.Channel;

/** Channels after a configuration was read again, from the file to the adapter. */
final class ChannelRegistryTest {

  private static final Map<String, String> SECRETS = Map.of("TOKEN", "t0ken");

  private static final String CONFIG =
      """
      title: Home
      client_url: https://home.example.com
      dispatch:
        one:
          type: fake
          text: said
          secret: "${TOKEN}"
          secrets: [newer, older]
          whole: 7
          flag: true
          pause: 30s
          url: https://service.example.com/api
          size: 64KiB
          texts: [a, b]
          map: { X-Key: v }
          concurrency: 3
          rate: 5/s
          retry: [10s, 1m]
        two: { type: fake }
      """;

  @TempDir private Path home;

  private final FakeProvider provider = new FakeProvider("fake");
  private final AdapterRegistry adapters =
      AdapterRegistry.of(provider, new FakeProvider("other"), new FakeProvider("called-back"));
  private final ChannelRegistry channels =
      new ChannelRegistry(InstantSource.system(), Duration.ofSeconds(15));

  @BeforeEach
  void inForce() throws IOException {
    assertEquals(List.of(), replaced(CONFIG, SECRETS));
  }

  @AfterEach
  void close() {
    channels.close();
    adapters.close();
  }

  /** The names of the channels that a configuration replaces. */
  private List<String> replaced(String text, Map<String, String> environment) throws IOException {
    Files.writeString(home.resolve(ConfigLoader.FILE), text);
    LoadResult read = new ConfigLoader(adapters, ZoneOffset.UTC).load(home, environment);
    GatewayConfig config = assertInstanceOf(LoadResult.Valid.class, read, read::toString).config();
    return channels
        .replace(config.channels().values(), config.absences(), config.clientUrl())
        .stream()
        .map(ConfiguredChannel::name)
        .sorted()
        .toList();
  }

  @Test
  void aConfigurationThatSaysTheSameReplacesNothing() throws IOException {
    List<String> made = List.copyOf(provider.made);

    assertEquals(List.of(), replaced(CONFIG, SECRETS));
    assertEquals(made, provider.made, "no adapter is made");
  }

  @Test
  void whatIsNoneOfAChannelsBusinessReplacesNothing() throws IOException {
    String others =
        CONFIG.replace("title: Home", "title: Cottage")
            + "executors: { ana: { notify: { one: \"a1\" }, capabilities: [x] } }\n";

    assertEquals(List.of(), replaced(others, SECRETS));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          text: said             | text: other
          secret: "${TOKEN}"     | secret: typed
          secrets: [newer, older] | secrets: [newest, newer]
          whole: 7               | whole: 8
          flag: true             | flag: false
          pause: 30s             | pause: 31s
          example.com/api        | example.com/v2
          size: 64KiB            | size: 65KiB
          texts: [a, b]          | texts: [b, a]
          X-Key: v               | X-Key: w
          text: said             | sort: said
          concurrency: 3         | concurrency: 4
          rate: 5/s              | rate: 6/s
          retry: [10s, 1m]       | retry: [10s]
          """)
  void aChangedSettingReplacesItsChannelOnly(String before, String after) throws IOException {
    Channel one = channels.channel("one").orElseThrow();
    Channel two = channels.channel("two").orElseThrow();

    assertEquals(List.of("one"), replaced(CONFIG.replace(before, after), SECRETS));
    assertNotSame(one, channels.channel("one").orElseThrow());
    assertSame(two, channels.channel("two").orElseThrow());
  }

  @Test
  void aChangedSecretOfTheEnvironmentReplacesItsChannel() throws IOException {
    assertEquals(List.of("one"), replaced(CONFIG, Map.of("TOKEN", "an0ther")));
  }

  @Test
  void aChannelOfAnotherTypeReplacesTheOneOfThatName() throws IOException {
    String other = CONFIG.replace("two: { type: fake }", "two: { type: other }");

    assertEquals(List.of("two"), replaced(other, SECRETS));
  }

  @Test
  void anotherPublicAddressReplacesThoseThatAreCalledBackAndNoOthers() throws IOException {
    String config = CONFIG + "  called: { type: called-back }\n";
    assertEquals(List.of(), replaced(config, SECRETS));

    List<String> replaced = replaced(config.replace("home.example", "cottage.example"), SECRETS);

    assertEquals(List.of("called"), replaced);
  }

  @Test
  void aChannelThatCouldNotBeMadeIsMadeByTheNextConfiguration() throws IOException {
    provider.broken = true;
    String changed = CONFIG.replace("whole: 7", "whole: 8");
    assertEquals(List.of("one"), replaced(changed, SECRETS));
    assertEquals(Optional.empty(), channels.channel("one"));

    provider.broken = false;
    assertEquals(List.of(), replaced(changed, SECRETS));
    assertEquals("one", channels.channel("one").orElseThrow().name());
    assertEquals(Map.of(), channels.holds());
  }

  /** Describes a setting of each kind, and counts what it makes. */
  private static final class FakeProvider implements AdapterProvider {

    private final String type;
    private final List<String> made = new ArrayList<>();
    private boolean broken;

    FakeProvider(String type) {
      this.type = type;
    }

    @Override
    public AdapterDescription describe() {
      return new AdapterDescription(
          type,
          "a channel that takes everything",
          Audience.PEOPLE,
          List.of(
              optional("text", SettingKind.TEXT, "a text"),
              optional("sort", SettingKind.TEXT, "another text"),
              optional("secret", SettingKind.SECRET, "a secret"),
              optional("secrets", SettingKind.SECRETS, "secrets"),
              optional("whole", SettingKind.INTEGER, "a number"),
              optional("flag", SettingKind.BOOLEAN, "a truth value"),
              optional("pause", SettingKind.DURATION, "a duration"),
              withDefault("url", SettingKind.URL, "https://fake.example.com", "a URL"),
              optional("size", SettingKind.SIZE, "a size"),
              optional("texts", SettingKind.TEXTS, "texts"),
              optional("map", SettingKind.MAP, "a map")),
          "a1",
          "address",
          List.of(),
          new ChannelLimits(1, null, null));
    }

    @Override
    public Optional<String> checkAddress(Address address) {
      return Optional.empty();
    }

    @Override
    public Adapter create(Settings settings, AdapterServices services) {
      if (broken) {
        throw new IllegalStateException("not now");
      }
      made.add(services.channel());
      return type.equals("called-back") ? new CalledBackAdapter() : new FakeAdapter();
    }
  }

  /** Delivers everything at once. */
  private static class FakeAdapter implements Adapter {

    @Override
    public Outcome deliver(Notification notification) {
      return new Outcome.Delivered(Receipt.NONE);
    }

    @Override
    public void close() {}
  }

  /** Has callbacks as well. */
  private static final class CalledBackAdapter extends FakeAdapter implements Inbound {

    @Override
    public void listen(InboundListener listener) {}

    @Override
    public boolean inboundOpen() {
      return true;
    }

    @Override
    public CallbackResponse receive(CallbackRequest call) {
      return CallbackResponse.of(404);
    }
  }
}
