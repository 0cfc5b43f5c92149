package org.messgateway.gateway.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The scratch home of the demonstration: a configuration as an operator would write it, pointed at
 * the simulators.
 */
final class DemoHome {

  static final String SLACK_TOKEN = "xoxb-demo-demo-demo";
  static final String SLACK_APP_TOKEN = "xapp-demo-demo-demo";
  static final String TELEGRAM_TOKEN = "123456789:AAdemo-demo-demo-demo-demo-demo-demo";
  static final String TWILIO_ACCOUNT = "AC0123456789abcdef0123456789abcdef";
  static final String TWILIO_TOKEN = "demo-demo-demo-demo-demo-demo-de";
  static final String WEBHOOK_SECRET = "demo-master-secret-of-this-household";
  static final String TEAGUE = "U04TEAGUE";
  static final String ANA = "123456789";
  static final String TWILIO_NUMBER = "+14155550100";
  static final String SAM = "+14155550123";

  private DemoHome() {}

  /** A port that is free now. */
  static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("This machine has no free port", e);
    }
  }

  /** URLs of the services that the gateway calls. */
  record Services(URI slack, URI telegram, URI twilio, URI robot, URI gardenRobot) {}

  static void write(Path home, int port, Services services) throws IOException {
    Files.createDirectories(home);
    Files.writeString(home.resolve("config.yaml"), text(port, services));
  }

  private static String text(int port, Services services) {
    return """
    # The demonstration's household. Change it while the demo runs: it is read again.
    agent_id: claude-agent
    title: Demo home
    client_url: http://localhost:%d
    http: { port: %d }
    executors:
      teague:
        name: Teague
        capabilities: [check-visual, take-photo, vacuum-floor]
        notify: { slack: %s }
      ana:
        name: Ana
        capabilities: [check-visual, take-photo, shopping]
        notify: { telegram: "%s" }
      sam:
        name: Sam
        capabilities: [shopping]
        notify: { sms: "%s" }
      roomba:
        name: Kitchen Roomba
        capabilities: [vacuum-floor]
        notify: { webhook: "%s/mess" }
      gardenbot:
        name: Garden robot
        capabilities: [water-plants]
        notify: { webhook: "%s/mess" }
    routing:
      - match: { capability: vacuum-floor }
        prefer: [roomba]
        then: [teague]
        after: 10m
    dispatch:
      slack: { bot_token: "%s", app_token: "%s", base_url: "%s" }
      telegram: { bot_token: "%s", base_url: "%s" }
      sms: { account_sid: "%s", auth_token: "%s", from: "%s", inbound: poll, base_url: "%s" }
      # One at a time: a robot gets its tasks in the order in which they came.
      webhook: { secret: "%s", concurrency: 1 }
    """
        .formatted(
            port,
            port,
            TEAGUE,
            ANA,
            SAM,
            services.robot(),
            services.gardenRobot(),
            SLACK_TOKEN,
            SLACK_APP_TOKEN,
            services.slack(),
            TELEGRAM_TOKEN,
            services.telegram(),
            TWILIO_ACCOUNT,
            TWILIO_TOKEN,
            TWILIO_NUMBER,
            services.twilio(),
            WEBHOOK_SECRET);
  }
}
