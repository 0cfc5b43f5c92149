package org.messgateway.gateway.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.messgateway.gateway.cli.command.CommandFailure;

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
  static final String WARM_UP = "warm-up";
  static final String NOBODY_ON_SLACK = "U04NOBODY";
  static final String NOBODY_ON_TELEGRAM = "100000001";

  /** Name of the household's gateway. */
  private static final String NAME = "home.demo";

  /** First line of the configuration, by which the demonstration knows its own. */
  private static final String FIRST_LINE =
      "# The demonstration's household. Change it while the demo runs: it is read again.";

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
  record Services(URI slack, URI telegram, URI twilio, URI robot) {}

  /**
   * Where the gateway listens.
   *
   * @param host loopback, or an address that phones in the same network can reach
   * @param reached name or address by which browsers reach it
   */
  record Listener(String host, String reached, int port) {

    /** On loopback, on a port that is free now. */
    static Listener here() {
      return new Listener("127.0.0.1", "localhost", freePort());
    }
  }

  /** Refuses a folder with a configuration that is not the demonstration's. */
  static void refuseForeign(Path home) throws IOException {
    Path config = home.resolve("config.yaml");
    if (Files.exists(config) && !Files.readString(config).startsWith(FIRST_LINE)) {
      throw CommandFailure.usage(
          config
              + " is not the demonstration's, which would overwrite it. Name an empty folder with"
              + " --home, or leave --home out.");
    }
  }

  /**
   * Writes what the gateway reads. Its {@code client_url} has a name, as that of a household has,
   * because services and the gateway keep links to localhost from people. The name exists in the
   * gateway's process alone, by a hosts file; the page puts its own host in its place.
   */
  static void write(Path home, Listener listener, Services services) throws IOException {
    Files.createDirectories(home);
    Files.writeString(home.resolve("config.yaml"), text(listener, services));
    Files.writeString(hosts(home), "127.0.0.1 localhost " + NAME + " " + machine() + "\n");
  }

  /** The hosts file of the gateway's process. */
  static Path hosts(Path home) {
    return home.resolve("hosts");
  }

  /** The same link as this process can follow it, which does not know the household's name. */
  static String followed(String link) {
    return link.replace("://" + NAME + ":", "://127.0.0.1:");
  }

  private static String machine() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "";
    }
  }

  private static String text(Listener listener, Services services) {
    return """
    %s
    agent_id: claude-agent
    title: Demo home
    client_url: http://%s:%d
    http: { host: "%s", port: %d, hosts: ["%s"] }
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
      # Nobody: is told once at the start, so that Java has done it once before somebody looks.
      first-slack: { capabilities: [%s], notify: { slack: %s } }
      first-telegram: { capabilities: [%s], notify: { telegram: "%s" } }
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
            FIRST_LINE,
            NAME,
            listener.port(),
            listener.host(),
            listener.port(),
            listener.reached(),
            TEAGUE,
            ANA,
            SAM,
            services.robot(),
            WARM_UP,
            NOBODY_ON_SLACK,
            WARM_UP,
            NOBODY_ON_TELEGRAM,
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
