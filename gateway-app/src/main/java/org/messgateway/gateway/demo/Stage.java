package org.messgateway.gateway.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.messgateway.api.Secret;
import org.messgateway.api.http.WebhookSecrets;

/**
 * Everything around the gateway in the demonstration: the stand-ins, the robots, the scratch home.
 */
final class Stage implements AutoCloseable {

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final Consumer<Arrival> arrivals;
  private final Screens screens;
  private final Duration work;
  private final SlackStandIn slack;
  private final TelegramStandIn telegram;
  private final TwilioStandIn twilio;
  private final int gardenPort = DemoHome.freePort();

  /**
   * Starts the stand-ins and the robot that is up, and writes the configuration that knows them.
   *
   * @param port of the gateway
   * @param work how long robots take over a task
   */
  Stage(Path home, int port, Duration work, Screens screens, Consumer<Arrival> arrivals)
      throws IOException {
    this.arrivals = arrivals;
    this.screens = screens;
    this.work = work;
    CompletableFuture<String> url = new CompletableFuture<>();
    slack = opened(new SlackStandIn(arrivals, screens, url::join));
    telegram = opened(new TelegramStandIn(arrivals, screens));
    twilio = new TwilioStandIn(arrivals, screens);
    StandIn vendors =
        opened(
            new StandIn(
                0,
                routing -> {
                  slack.routes(routing);
                  twilio.routes(routing);
                  telegram.routes(routing);
                }));
    url.complete(vendors.url());
    StandIn robot = robot(0, "roomba");
    DemoHome.write(home, port, vendors.url(), robot.url(), "http://127.0.0.1:" + gardenPort);
  }

  /** The robot that was down comes up. */
  void gardenRobotComesBack() {
    robot(gardenPort, "gardenbot");
  }

  private StandIn robot(int port, String executor) {
    String secret =
        WebhookSecrets.forExecutor(Secret.of(DemoHome.WEBHOOK_SECRET), executor).reveal();
    SampleRobot robot = opened(new SampleRobot(executor, secret, work, arrivals, screens));
    return opened(new StandIn(port, robot::routes));
  }

  /** Who holds which phone. */
  Map<String, Handset> phones() {
    return Map.of(
        SlackPhone.SCREEN,
        slack.phone(),
        TelegramStandIn.SCREEN,
        telegram,
        TwilioStandIn.SCREEN,
        twilio);
  }

  Handset slack() {
    return slack.phone();
  }

  Handset telegram() {
    return telegram;
  }

  /** The page, on a port of its own. */
  StandIn page(Agent agent) {
    return opened(new StandIn(0, new DemoPage(screens, phones(), agent)::routes));
  }

  private <T extends AutoCloseable> T opened(T resource) {
    open.push(resource);
    return resource;
  }

  @Override
  public void close() throws IOException {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException(e);
      }
    }
  }
}
