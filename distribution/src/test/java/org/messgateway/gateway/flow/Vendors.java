package org.messgateway.gateway.flow;

import java.time.Duration;
import org.messgateway.testkit.simulator.FaultScript.Step;
import org.messgateway.testkit.simulator.SlackSimulator;
import org.messgateway.testkit.simulator.TelegramSimulator;
import org.messgateway.testkit.simulator.TwilioSimulator;

/**
 * Slack, Telegram and Twilio on this machine, each for many people: the real adapters talk to them
 * by {@code base_url}.
 */
final class Vendors implements AutoCloseable {

  static final String SLACK_SIGNING_SECRET = "8f742231b10e8888abcd99yyyzzz85a5";
  static final String TELEGRAM_TOKEN = "123456789:AAproof-proof-proof-proof-proof-proof";
  static final String TWILIO_TOKEN = "proof-proof-proof-proof-proof-pr";

  private static final String SLACK_TOKEN = "xoxb-1-2-abc";
  private static final String SLACK_APP_TOKEN = "xapp-1-2-abc";
  private static final String TWILIO_ACCOUNT = "AC0123456789abcdef0123456789abcdef";
  private static final String TWILIO_NUMBER = "+14155550100";

  private final SlackSimulator slack = SlackSimulator.start(SLACK_TOKEN, SLACK_APP_TOKEN);
  private final TelegramSimulator telegram = TelegramSimulator.start(TELEGRAM_TOKEN, "proof_bot");
  private final TwilioSimulator twilio =
      TwilioSimulator.start(TWILIO_ACCOUNT, TWILIO_TOKEN, TWILIO_NUMBER);

  SlackSimulator slack() {
    return slack;
  }

  TelegramSimulator telegram() {
    return telegram;
  }

  TwilioSimulator twilio() {
    return twilio;
  }

  /** Waits until people could answer over all of them. */
  void awaitConnected() {
    Eventually.within(
        Duration.ofSeconds(30),
        "the gateway is connected to Slack, Telegram and Twilio",
        () -> slack.connected() && telegram.connected() && twilio.connected());
  }

  /** The channels as an operator configures them. */
  String dispatch() {
    return """
      slack: { bot_token: %s, app_token: %s, signing_secret: %s, base_url: "%s", rate: { per_address: 50/s, total: 100/s } }
      telegram: { bot_token: "%s", base_url: "%s", rate: { per_address: 50/s, total: 100/s } }
      sms: { account_sid: %s, auth_token: %s, from: "%s", base_url: "%s", rate: { per_address: 50/s, total: 100/s } }
    """
        .formatted(
            SLACK_TOKEN,
            SLACK_APP_TOKEN,
            SLACK_SIGNING_SECRET,
            slack.baseUrl(),
            TELEGRAM_TOKEN,
            telegram.baseUrl(),
            TWILIO_ACCOUNT,
            TWILIO_TOKEN,
            TWILIO_NUMBER,
            twilio.baseUrl());
  }

  /** From now on nobody gets a file that somebody sent. */
  void holdFiles() {
    slack.faults().always(SlackSimulator.FILES, new Step.Hang());
    telegram.faults().always(TelegramSimulator.FILES, new Step.Hang());
    twilio.faults().always(TwilioSimulator.FILES, new Step.Hang());
  }

  void releaseFiles() {
    slack.faults().clear(SlackSimulator.FILES);
    telegram.faults().clear(TelegramSimulator.FILES);
    twilio.faults().clear(TwilioSimulator.FILES);
  }

  @Override
  public void close() {
    telegram.close();
    slack.close();
    twilio.close();
  }
}
