package org.messgateway.gateway.mcp.tools;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests that share one gateway, each with an agent of its own. */
abstract class SharedToolScene {

  @SuppressWarnings("NullAway.Init") // Set by @BeforeAll.
  static ToolScene scene;

  @BeforeAll
  static void aHousehold(@TempDir Path home) throws Exception {
    scene = new ToolScene(home);
  }

  @BeforeEach
  void anAgentWithoutTasks() throws Exception {
    scene.newAgent();
  }

  @AfterAll
  static void close() {
    scene.close();
  }
}
