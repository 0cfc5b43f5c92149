package org.messgateway.gateway.channels.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The adapters that the distribution brings. */
final class OwnAdaptersTest {

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"slack", "telegram"})
  void theGatewaysOwnAdaptersAreFoundOnTheClassPath(String type) {
    Path none = directory.resolve("none");
    try (AdapterRegistry registry = AdapterRegistry.discover(none, none)) {
      RegisteredProvider provider = registry.provider(type).orElseThrow();
      assertTrue(provider.origin().startsWith("class path ("), provider::origin);
      assertEquals(List.of(), registry.problems());
    }
  }
}
