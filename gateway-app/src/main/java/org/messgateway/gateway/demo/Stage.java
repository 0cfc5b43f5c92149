package org.messgateway.gateway.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.messgateway.api.Secret;
import org.messgateway.api.http.WebhookSecrets;

/**
 * Everything around the gateway in the demonstration: the stand-ins, the robots, the scratch home.
 */
final class Stage implements AutoCloseable {

  private final Deque<StandIn> standIns = new ArrayDeque<>();
  private final Consumer<Arrival> arrivals;
  private final int gardenPort = DemoHome.freePort();

  private Stage(Consumer<Arrival> arrivals) {
    this.arrivals = arrivals;
  }

  /**
   * Starts the stand-ins and the robot that is up, and writes the configuration that knows them.
   */
  static Stage set(Path home, int port, Consumer<Arrival> arrivals) throws IOException {
    Stage stage = new Stage(arrivals);
    StandIn vendors =
        stage.opened(
            new StandIn(
                0,
                routing -> {
                  new SlackStandIn(DemoHome.SLACK_TOKEN, arrivals).routes(routing);
                  new TwilioStandIn(DemoHome.TWILIO_ACCOUNT, DemoHome.TWILIO_TOKEN, arrivals)
                      .routes(routing);
                  new TelegramStandIn(DemoHome.TELEGRAM_TOKEN, arrivals).routes(routing);
                }));
    StandIn robot = stage.robot(0, "roomba");
    DemoHome.write(home, port, vendors.url(), robot.url(), "http://127.0.0.1:" + stage.gardenPort);
    return stage;
  }

  /** The robot that was down comes up. */
  void gardenRobotComesBack() {
    robot(gardenPort, "gardenbot");
  }

  private StandIn robot(int port, String executor) {
    String secret =
        WebhookSecrets.forExecutor(Secret.of(DemoHome.WEBHOOK_SECRET), executor).reveal();
    return opened(new StandIn(port, new SampleRobot(executor, secret, arrivals)::routes));
  }

  private StandIn opened(StandIn standIn) {
    standIns.push(standIn);
    return standIn;
  }

  @Override
  public void close() {
    standIns.forEach(StandIn::close);
  }
}
