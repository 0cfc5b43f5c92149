package org.messgateway.gateway.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.messgateway.testkit.simulator.TwilioSimulator;
import org.messgateway.testkit.simulator.TwilioSimulator.OutboundSms;

/** Text messages on Sam's phone: received ones, and his own once the gateway has fetched them. */
final class SmsPhone implements Phone {

  static final String SCREEN = "sms";

  private final TwilioSimulator twilio;
  private final Consumer<Arrival> arrivals;
  private final DemoScreens screens;
  private final ObjectMapper json = new ObjectMapper();

  /** Sam's messages that the gateway has not listed yet, by sid. */
  private final Map<String, PhoneAction> unlisted = new ConcurrentHashMap<>();

  SmsPhone(TwilioSimulator twilio, Consumer<Arrival> arrivals, DemoScreens screens) {
    this.twilio = twilio;
    this.arrivals = arrivals;
    this.screens = screens;
  }

  /** Shows messages from now on. */
  SmsPhone switchedOn() {
    twilio.onSent(this::show);
    twilio.onListed(sid ->
        Optional.ofNullable(unlisted.remove(sid)).ifPresent(action -> mine(sid, action, true)));
    return this;
  }

  private void show(OutboundSms sms) {
    List<String> lines = sms.body().lines().toList();
    arrivals.accept(new Arrival(SCREEN, sms.to(), sms.sid(), false, true, lines, List.of()));
    screens.show(SCREEN, sms.sid(), json.createObjectNode().put("text", sms.body()));
  }

  @Override
  public void touch(PhoneAction action) {
    if (!action.deed().equals("send")) {
      throw new IllegalArgumentException("nobody can " + action.deed() + " here");
    }
    Optional<Photo> photo = Photo.named(action.photo());
    String sid =
        photo.isPresent()
            ? twilio.write(DemoHome.SAM, action.text(), photo.get().jpeg())
            : twilio.write(DemoHome.SAM, action.text());
    mine(sid, action, false);
    unlisted.put(sid, action);
  }

  private void mine(String sid, PhoneAction action, boolean fetched) {
    screens.show(
        SCREEN,
        sid,
        json.createObjectNode()
            .put("mine", true)
            .put("text", action.text())
            .put("photo", Photo.named(action.photo()).map(Photo::name).orElse(""))
            .put("fetched", fetched));
  }
}
