package org.messgateway.gateway.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.home.GatewayLock.Holder;
import org.messgateway.gateway.home.GatewayLock.Holder.Role;

class HandOverWishTest {

  @TempDir private Path folder;

  @Test
  void itIsSeenWhileItIsOpenAndNoLonger() throws IOException {
    assertFalse(HandOverWish.pending(folder));
    try (HandOverWish _ = HandOverWish.open(folder)) {
      assertTrue(HandOverWish.pending(folder));
      assertTrue(HandOverWish.pending(folder), "looking does not end it");
    }
    assertFalse(HandOverWish.pending(folder));
  }

  @Test
  void theTextOfTheLockSaysWhoLeavesTheHome() throws Exception {
    Instant start = Instant.parse("2026-11-23T09:00:00Z");
    Holder mcp = new Holder(ProcessHandle.current().pid(), "attic", start, 8420).as(Role.MCP);
    assertEquals("", GatewayLock.text(folder));
    try (GatewayLock lock = GatewayLock.take(folder, mcp)) {
      String text = GatewayLock.text(folder);
      assertTrue(Role.MCP.isIn(text), text);
      assertFalse(Role.COMMAND.isIn(text) || Role.GATEWAY.isIn(text), text);
      assertFalse(GatewayLock.hasEnded(text));
      lock.say(mcp.as(Role.GATEWAY));
      assertFalse(Role.MCP.isIn(GatewayLock.text(folder)));
    }
    assertTrue(GatewayLock.hasEnded("pid 999999999 on attic since then, port 1"));
    assertFalse(GatewayLock.hasEnded(""));
  }
}
