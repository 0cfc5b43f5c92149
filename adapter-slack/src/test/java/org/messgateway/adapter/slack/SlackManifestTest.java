package org.messgateway.adapter.slack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The manifest that people paste is what the code needs, no more. */
class SlackManifestTest {

  private static Object at(String... path) throws IOException {
    Object node = loaded();
    for (String key : path) {
      node = Objects.requireNonNull(((Map<?, ?>) node).get(key), key);
    }
    return node;
  }

  private static Object loaded() throws IOException {
    return Objects.requireNonNull(
        new Load(LoadSettings.builder().build())
            .loadFromString(
                Files.readString(
                    Path.of("src/main/resources/org/messgateway/adapter/slack/manifest.yaml"))));
  }

  @Test
  void itGrantsTheScopesThatTheSelfTestAsksFor() throws IOException {
    assertEquals(
        Arrays.stream(SlackScope.values()).map(SlackScope::code).toList(),
        at("oauth_config", "scopes", "bot"));
  }

  @Test
  void itOpensTheWayBack() throws IOException {
    assertEquals(true, at("settings", "socket_mode_enabled"));
    assertEquals(true, at("settings", "interactivity", "is_enabled"));
    assertEquals(
        List.of("message.im", "message.channels", "message.groups"),
        at("settings", "event_subscriptions", "bot_events"));
    assertEquals(true, at("features", "app_home", "messages_tab_enabled"));
    assertEquals(false, at("features", "app_home", "messages_tab_read_only_enabled"));
  }
}
