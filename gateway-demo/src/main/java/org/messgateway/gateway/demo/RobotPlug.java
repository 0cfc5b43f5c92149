package org.messgateway.gateway.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.jspecify.annotations.Nullable;

/**
 * The switch of the robot, which has a fixed address: nobody answers there while it is off. Safe
 * for all threads.
 */
final class RobotPlug implements AutoCloseable {

  static final String SCREEN = "plug";

  private final SampleRobot robot;
  private final DemoScreens screens;
  private final int port = DemoHome.freePort();
  private @Nullable DemoServer server;

  RobotPlug(SampleRobot robot, DemoScreens screens) {
    this.robot = robot;
    this.screens = screens;
    turn(true);
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  /** Switches it on or off; nothing happens where it is so already. */
  synchronized void turn(boolean on) {
    if (on && server == null) {
      server = new DemoServer("127.0.0.1", port, robot::routes);
    } else if (!on) {
      close();
    }
    screens.show(SCREEN, "roomba", JsonNodeFactory.instance.objectNode().put("on", on));
  }

  @Override
  public synchronized void close() {
    if (server != null) {
      server.close();
      server = null;
    }
  }
}
