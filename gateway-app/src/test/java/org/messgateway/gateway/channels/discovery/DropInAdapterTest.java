package org.messgateway.gateway.channels.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.DeliveryLookup;
import org.messgateway.api.Editable;
import org.messgateway.api.Settings;

final class DropInAdapterTest {

  private static final AdapterServices SERVICES =
      new AdapterServices("test", InstantSource.fixed(Instant.EPOCH), Duration.ofSeconds(15));

  @TempDir Path directory;

  private Path beside;
  private Path home;
  private Path scratch;

  @BeforeEach
  void folders() throws IOException {
    beside = Files.createDirectory(directory.resolve("beside"));
    home = Files.createDirectory(directory.resolve("home"));
    scratch = Files.createDirectory(directory.resolve("scratch"));
  }

  private AdapterRegistry discover() {
    return AdapterRegistry.discover(beside, home);
  }

  private static Optional<String> verdict(AdapterRegistry registry, String type) {
    return registry.provider(type).orElseThrow().checkAddress(Address.configured("x"));
  }

  @Test
  void aJarInEitherFolderIsFoundWithItsOriginAndHash() throws Exception {
    Path one = ThirdParty.good(scratch, "one").jar(beside.resolve("one.jar"));
    Path two = ThirdParty.good(scratch, "two").jar(home.resolve("two.jar"));
    try (AdapterRegistry registry = discover()) {
      assertEquals(one.toString(), registry.provider("one").orElseThrow().origin());
      assertEquals(two.toString(), registry.provider("two").orElseThrow().origin());
      assertEquals(List.of(), registry.problems());
      AdapterSource source =
          registry.sources().stream()
              .filter(s -> s.types().contains("one"))
              .findFirst()
              .orElseThrow();
      assertEquals(
          List.of(new AdapterSource.FileHash(one.toString(), sha256(one))), source.files());
    }
  }

  private static String sha256(Path file) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
  }

  @Test
  void aFolderOfJarsIsOneAdapterWithItsLibraries() throws Exception {
    Path folder = beside.resolve("ntfy");
    new JarMaker(scratch)
        .source("Good", ThirdParty.provider("Good", "ntfy", "", "lib.Words.word()"))
        .forgotten(
            "lib.Words",
            "package lib; public class Words { public static String word() { return null; } }")
        .service("Good")
        .jar(folder.resolve("adapter.jar"));
    new JarMaker(scratch)
        .source(
            "lib.Words",
            "package lib; public class Words { public static String word() { return \"from the"
                + " library\"; } }")
        .jar(folder.resolve("library.jar"));
    try (AdapterRegistry registry = discover()) {
      assertEquals(Optional.of("from the library"), verdict(registry, "ntfy"));
      AdapterSource source =
          registry.sources().stream()
              .filter(s -> s.types().contains("ntfy"))
              .findFirst()
              .orElseThrow();
      assertEquals(2, source.files().size());
    }
  }

  @Test
  void everyCallRunsWithTheJarsOwnContextClassLoader() throws Exception {
    ThirdParty.saying(
            scratch,
            "good",
            "Thread.currentThread().getContextClassLoader() == Good.class.getClassLoader() ?"
                + " \"own\" : \"other\"")
        .jar(beside.resolve("good.jar"));
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (AdapterRegistry registry = discover()) {
      assertEquals(Optional.of("own"), verdict(registry, "good"));
      RegisteredAdapter adapter =
          registry.provider("good").orElseThrow().create(Settings.none(), SERVICES);
      assertEquals(
          Duration.ofSeconds(7), adapter.ability(DeliveryLookup.class).orElseThrow().settleTime());
      adapter.close();
      assertEquals("own", System.clearProperty("test.closed.good"));
      assertSame(before, Thread.currentThread().getContextClassLoader());
    }
  }

  @Test
  void abilitiesStayVisibleAndOnlyThoseItHas() throws Exception {
    ThirdParty.good(scratch, "good").jar(beside.resolve("good.jar"));
    try (AdapterRegistry registry = discover();
        RegisteredAdapter adapter =
            registry.provider("good").orElseThrow().create(Settings.none(), SERVICES)) {
      assertEquals(
          Duration.ofSeconds(7), adapter.ability(DeliveryLookup.class).orElseThrow().settleTime());
      assertTrue(adapter.ability(Editable.class).isEmpty());
      Adapter isolated = adapter.isolated();
      assertTrue(isolated instanceof DeliveryLookup);
      assertFalse(isolated instanceof Editable);
      assertEquals(isolated, isolated);
      assertNotEquals(isolated, adapter);
    }
  }

  @Test
  void aJarSeesItsOwnVersionOfALibraryThatWeHaveToo() throws Exception {
    String fake =
        "package com.fasterxml.jackson.databind; public class ObjectMapper { public String age() {"
            + " return \"0.9\"; } }";
    new JarMaker(scratch)
        .source("com.fasterxml.jackson.databind.ObjectMapper", fake)
        .source(
            "Good",
            ThirdParty.provider(
                "Good", "old", "", "new com.fasterxml.jackson.databind.ObjectMapper().age()"))
        .service("Good")
        .jar(beside.resolve("old.jar"));
    try (AdapterRegistry registry = discover()) {
      assertEquals(Optional.of("0.9"), verdict(registry, "old"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.messgateway.gateway.channels.discovery.AdapterRegistry",
        "com.fasterxml.jackson.databind.ObjectMapper",
        "ch.qos.logback.classic.Logger",
        "org.junit.jupiter.api.Test"
      })
  void anAdapterCannotSeeTheGateway(String ours) throws Exception {
    try (URLClassLoader loader = emptyLoader()) {
      assertThrows(ClassNotFoundException.class, () -> loader.loadClass(ours));
      Class.forName(ours);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.sql.Connection",
        "java.net.http.HttpClient",
        "org.messgateway.api.Adapter",
        "org.messgateway.api.mess.MessThread",
        "org.slf4j.LoggerFactory",
        "org.jspecify.annotations.Nullable"
      })
  void anAdapterSeesTheJdkAndTheApi(String shown) throws Exception {
    try (URLClassLoader loader = emptyLoader()) {
      assertSame(Class.forName(shown), loader.loadClass(shown));
    }
  }

  private static URLClassLoader emptyLoader() throws IOException {
    return DropInFolder.loader(
        "empty", List.of(), new AdapterApiLoader(AdapterRegistry.class.getClassLoader()));
  }

  @Test
  void closingTheRegistryClosesTheJars() throws Exception {
    ThirdParty.saying(scratch, "late", "new Later().toString()")
        .source("Later", "class Later {}")
        .jar(beside.resolve("late.jar"));
    AdapterRegistry registry = discover();
    RegisteredProvider provider = registry.provider("late").orElseThrow();
    registry.close();
    AdapterFailure failure =
        assertThrows(AdapterFailure.class, () -> provider.checkAddress(Address.configured("x")));
    assertTrue(failure.toString().contains("late.jar"), failure::toString);
  }
}
