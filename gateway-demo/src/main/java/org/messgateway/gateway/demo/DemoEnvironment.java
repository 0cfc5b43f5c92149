package org.messgateway.gateway.demo;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.messgateway.api.Secret;
import org.messgateway.api.http.WebhookSecrets;
import org.messgateway.testkit.simulator.SlackSimulator;
import org.messgateway.testkit.simulator.TelegramSimulator;
import org.messgateway.testkit.simulator.TwilioSimulator;

/**
 * Everything around the gateway in the demonstration: simulated vendors, phones, robots, and the
 * scratch home.
 */
final class DemoEnvironment implements AutoCloseable {

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final Consumer<Arrival> arrivals;
  private final DemoScreens screens;
  private final Duration work;
  private final SlackPhone slack;
  private final TelegramPhone telegram;
  private final BooleanSupplier connected;
  private final SmsPhone sms;
  private final int gardenPort = DemoHome.freePort();

  /**
   * Starts the simulators and the robot that is up, and writes the configuration that knows them.
   *
   * @param port of the gateway
   * @param work how long robots take over a task
   */
  DemoEnvironment(
      Path home, int port, Duration work, DemoScreens screens, Consumer<Arrival> arrivals)
      throws IOException {
    this.arrivals = arrivals;
    this.screens = screens;
    this.work = work;
    SlackSimulator slackService =
        opened(SlackSimulator.start(DemoHome.SLACK_TOKEN, DemoHome.SLACK_APP_TOKEN));
    TelegramSimulator telegramService =
        opened(TelegramSimulator.start(DemoHome.TELEGRAM_TOKEN, "mess_demo_bot"));
    TwilioSimulator twilioService =
        opened(
            TwilioSimulator.start(
                DemoHome.TWILIO_ACCOUNT, DemoHome.TWILIO_TOKEN, DemoHome.TWILIO_NUMBER));
    connected = () -> slackService.connected() && telegramService.connected();
    slack = new SlackPhone(slackService, arrivals, screens).switchedOn();
    telegram = new TelegramPhone(telegramService, arrivals, screens).switchedOn();
    sms = new SmsPhone(twilioService, arrivals, screens).switchedOn();
    DemoServer robot = robot(0, "roomba");
    DemoHome.write(
        home,
        port,
        new DemoHome.Services(
            slackService.baseUrl(),
            telegramService.baseUrl(),
            twilioService.baseUrl(),
            URI.create(robot.url()),
            URI.create("http://127.0.0.1:" + gardenPort)));
  }

  /** Starts the robot that was down. */
  void gardenRobotComesBack() {
    robot(gardenPort, "gardenbot");
  }

  private DemoServer robot(int port, String executor) {
    String secret =
        WebhookSecrets.forExecutor(Secret.of(DemoHome.WEBHOOK_SECRET), executor).reveal();
    SampleRobot robot = opened(new SampleRobot(executor, secret, work, arrivals, screens));
    return opened(new DemoServer(port, robot::routes));
  }

  /** The phones by screen. */
  Map<String, Phone> phones() {
    return Map.of(SlackPhone.SCREEN, slack, TelegramPhone.SCREEN, telegram, SmsPhone.SCREEN, sms);
  }

  /** Whether taps would be heard: messages that are sent before have no buttons. */
  boolean connected() {
    return connected.getAsBoolean();
  }

  Phone telegram() {
    return telegram;
  }

  /** The page, on a port of its own. */
  DemoServer page(DemoAgent agent) {
    return opened(new DemoServer(0, new DemoPage(screens, phones(), agent)::routes));
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
