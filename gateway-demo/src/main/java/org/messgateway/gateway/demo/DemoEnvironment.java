package org.messgateway.gateway.demo;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
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

  static final String ROBOT = "roomba";
  private static final String UPDATES = "getUpdates";

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final SlackPhone slack;
  private final TelegramPhone telegram;
  private final SmsPhone sms;
  private final RobotPlug robot;
  private final SlackSimulator slackService;
  private final TelegramSimulator telegramService;

  /** Calls for updates from earlier processes of the gateway. */
  private volatile int callsBefore;

  /**
   * Starts the simulators and the robot, and writes the configuration that knows them.
   *
   * @param listener where the gateway will listen
   * @param work how long the robot takes over a task
   */
  DemoEnvironment(
      Path home,
      DemoHome.Listener listener,
      Duration work,
      DemoScreens screens,
      Consumer<Arrival> arrivals)
      throws IOException {
    DemoHome.refuseForeign(home);
    slackService = opened(SlackSimulator.start(DemoHome.SLACK_TOKEN, DemoHome.SLACK_APP_TOKEN));
    telegramService = opened(TelegramSimulator.start(DemoHome.TELEGRAM_TOKEN, "mess_demo_bot"));
    TwilioSimulator twilioService =
        opened(
            TwilioSimulator.start(
                DemoHome.TWILIO_ACCOUNT, DemoHome.TWILIO_TOKEN, DemoHome.TWILIO_NUMBER));
    slack = new SlackPhone(slackService, arrivals, screens).switchedOn();
    telegram = new TelegramPhone(telegramService, arrivals, screens).switchedOn();
    sms = new SmsPhone(twilioService, arrivals, screens).switchedOn();
    String secret = WebhookSecrets.forExecutor(Secret.of(DemoHome.WEBHOOK_SECRET), ROBOT).reveal();
    robot =
        opened(
            new RobotPlug(
                opened(new SampleRobot(ROBOT, secret, work, arrivals, screens)), screens));
    DemoHome.write(
        home,
        listener,
        new DemoHome.Services(
            slackService.baseUrl(),
            telegramService.baseUrl(),
            twilioService.baseUrl(),
            URI.create(robot.url())));
  }

  RobotPlug robot() {
    return robot;
  }

  /** The phones by screen. */
  Map<String, Phone> phones() {
    return Map.of(SlackPhone.SCREEN, slack, TelegramPhone.SCREEN, telegram, SmsPhone.SCREEN, sms);
  }

  /** A process of the gateway begins: what earlier ones asked does not count any more. */
  void gatewayStarts() {
    callsBefore = telegramService.calls(UPDATES).size();
  }

  /** Whether taps are heard at once. */
  boolean connected() {
    return telegramService.calls(UPDATES).size() > callsBefore && slackService.connected();
  }

  Phone telegram() {
    return telegram;
  }

  /** Whether the messages for nobody, which warm the gateway up, have arrived. */
  boolean warm() {
    return !slackService.posts(DemoHome.NOBODY_ON_SLACK).isEmpty()
        && !telegramService.posts(DemoHome.NOBODY_ON_TELEGRAM).isEmpty();
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
