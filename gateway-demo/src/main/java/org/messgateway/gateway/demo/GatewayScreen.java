package org.messgateway.gateway.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows what becomes of the gateway's process. Used by one thread. */
final class GatewayScreen {

  private static final String SCREEN = "gateway";

  private final GatewayProcess gateway;
  private final DemoScreens screens;
  private final List<GatewayProcess.Status> events = new ArrayList<>();

  GatewayScreen(GatewayProcess gateway, DemoScreens screens) {
    this.gateway = gateway;
    this.screens = screens;
  }

  /** Looks after the process and shows what is new. */
  void look() throws IOException {
    GatewayProcess.Status status = gateway.look();
    if (events.isEmpty() || !events.getLast().equals(status)) {
      events.add(status);
      show(status);
    }
  }

  private void show(GatewayProcess.Status status) {
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown.put("state", status.state().code()).put("pid", status.pid());
    shown.put("again", millis(status.again())).put("now", Instant.now().toEpochMilli());
    events.forEach(event ->
        shown
            .withArray("events")
            .addObject()
            .put("at", event.since().toEpochMilli())
            .put("what", event.state().code())
            .put("pid", event.pid()));
    screens.show(SCREEN, SCREEN, shown);
  }

  private static long millis(@Nullable Instant at) {
    return at == null ? 0 : at.toEpochMilli();
  }
}
