package org.messgateway.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Receipt;
import org.messgateway.api.Settings;
import org.messgateway.gateway.channels.ChannelRegistry;
import org.messgateway.gateway.channels.ConfiguredChannel;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;

/** A new configuration while the store is away. */
final class ConfigReplacementTest {

  private static final String BEFORE = "title: One\ndispatch: { telegram: { bot_token: \"1:a\" } }";
  private static final String AFTER = "title: Two\ndispatch: { telegram: { bot_token: \"1:b\" } }";

  @TempDir private Path directory;

  private final AdapterRegistry adapters = AdapterRegistry.of(new QuietProvider());
  private final ChannelRegistry channels =
      new ChannelRegistry(InstantSource.system(), Duration.ofSeconds(15));
  private final List<String> retired = new ArrayList<>();
  private final List<String> done = new ArrayList<>();
  private boolean full;
  private CurrentConfig current;
  private ConfigReplacement replacement;

  @BeforeEach
  void inForce() {
    GatewayConfig before = config(BEFORE);
    channels.replace(before.channels().values(), before.absences(), before.clientUrl());
    current = new CurrentConfig(before);
    replacement =
        new ConfigReplacement(
            channels,
            current,
            replaced -> replaced.stream().map(ConfiguredChannel::name).forEach(retired::add),
            List.of(this::probe, () -> done.add("rescan")));
  }

  @AfterEach
  void close() {
    channels.close();
    adapters.close();
  }

  private void probe() {
    if (full) {
      throw new IllegalStateException("database or disk is full");
    }
    done.add("probe");
  }

  private GatewayConfig config(String text) {
    return new Home(directory, adapters).config(text).valid();
  }

  @Test
  void whatFollowsANewConfigurationIsDoneOnce() {
    replacement.replace(config(AFTER));
    replacement.follow();
    replacement.follow();

    assertEquals("Two", current.get().title());
    assertEquals(List.of("telegram"), retired);
    assertEquals(List.of("probe", "rescan"), done);
  }

  @Test
  void withoutANewConfigurationNothingFollows() {
    replacement.follow();

    assertEquals(List.of(), done);
  }

  @Test
  void replacedAdaptersAreClosedAlsoWhereTheStoreIsFull() {
    full = true;
    replacement.replace(config(AFTER));

    assertThrows(IllegalStateException.class, replacement::follow);
    assertEquals(List.of("telegram"), retired);
  }

  @Test
  void aStepThatFailsKeepsNoOtherBackAndIsRepeatedUntilItSucceeds() {
    full = true;
    replacement.replace(config(AFTER));
    assertThrows(IllegalStateException.class, replacement::follow);
    assertEquals(List.of("rescan"), done);

    assertThrows(IllegalStateException.class, replacement::follow);
    full = false;
    replacement.follow();
    replacement.follow();

    assertEquals(List.of("rescan", "probe"), done);
  }

  @Test
  void eachNewConfigurationIsFollowedByAllSteps() {
    full = true;
    replacement.replace(config(AFTER));
    assertThrows(IllegalStateException.class, replacement::follow);
    full = false;
    replacement.replace(config(BEFORE));
    replacement.follow();

    assertEquals(List.of("rescan", "probe", "rescan"), done);
    assertEquals(List.of("telegram", "telegram"), retired);
  }

  /** Makes adapters that do nothing. */
  private static final class QuietProvider implements AdapterProvider {

    private final TestProvider telegram = TestProvider.telegram();

    @Override
    public AdapterDescription describe() {
      return telegram.describe();
    }

    @Override
    public Optional<String> checkAddress(Address address) {
      return telegram.checkAddress(address);
    }

    @Override
    public Adapter create(Settings settings, AdapterServices services) {
      return new QuietAdapter();
    }
  }

  private static final class QuietAdapter implements Adapter {

    @Override
    public Outcome deliver(Notification notification) {
      return new Outcome.Delivered(Receipt.NONE);
    }

    @Override
    public void close() {}
  }
}
