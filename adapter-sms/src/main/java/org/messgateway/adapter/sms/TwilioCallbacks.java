package org.messgateway.adapter.sms;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.sms.SmsSettings.InboundMode;
import org.messgateway.api.Inbound.CallbackRequest;
import org.messgateway.api.Inbound.CallbackResponse;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundListener;
import org.messgateway.api.InboundReply;

/** Handles Twilio's calls: people's messages, and the status of outbound messages. */
final class TwilioCallbacks {

  private static final int REMEMBERED = 1_000;

  private final SmsSettings settings;
  private final InboundListener listener;
  private final CallbackReceivers callbackReceivers;
  private final BoundedMemory<String> answered = new BoundedMemory<>(REMEMBERED);

  /** The parts that process a message. */
  record CallbackReceivers(
      SmsReporter reporter,
      AutoReplyPolicy autoReplyPolicy,
      StatusCallbacks statusCallbacks,
      SmsEventQueue eventQueue,
      InboundSmsPoller poller) {}

  TwilioCallbacks(
      SmsSettings settings, InboundListener listener, CallbackReceivers callbackReceivers) {
    this.settings = settings;
    this.listener = listener;
    this.callbackReceivers = callbackReceivers;
  }

  /** Whether Twilio's calls arrive and can be authenticated. */
  static boolean callbacksReachable(SmsSettings settings, InboundListener listener) {
    return settings.signing() != null && listener.callbacksReachable();
  }

  CallbackResponse receive(CallbackRequest call) {
    PostedForm form = PostedForm.parse(call.body());
    if (settings.signing() == null
        || !new TwilioSignature(settings.signing()).genuine(call, form)) {
      return CallbackResponse.of(401);
    }
    if (!call.method().equals("POST")) {
      return CallbackResponse.of(405);
    }
    if (!TwilioSignature.unambiguous(form)) {
      return CallbackResponse.of(400);
    }
    try {
      return StatusCallbacks.isStatus(form) ? status(form) : message(form);
    } catch (InboundException e) {
      return CallbackResponse.of(503);
    }
  }

  private CallbackResponse status(PostedForm form) throws InboundException {
    callbackReceivers.statusCallbacks().accept(form);
    return CallbackResponse.of(204);
  }

  private CallbackResponse message(PostedForm form) throws InboundException {
    Optional<InboundSms> found = InboundSms.of(form);
    if (found.isEmpty()) {
      return CallbackResponse.of(400);
    }
    InboundSms sms = found.get();
    callbackReceivers.poller().called();
    if (settings.inbound() == InboundMode.OFF) {
      return TwimlResponse.silence();
    }
    if (sms.files() > 0) {
      // Fetching takes longer than Twilio waits: it is answered by a message of its own.
      callbackReceivers.eventQueue().accept(sms.sid(), form);
      return TwimlResponse.silence();
    }
    return listener.store(sms.sid(), form.bytes()) ? fresh(sms, form) : before(sms);
  }

  private CallbackResponse fresh(InboundSms sms, PostedForm form) {
    InboundReply inboundReply;
    try {
      inboundReply = callbackReceivers.reporter().report(sms);
    } catch (InboundException | IOException e) {
      callbackReceivers.eventQueue().again(sms.sid(), form);
      return TwimlResponse.silence();
    }
    listener.complete(sms.sid());
    Optional<String> text = callbackReceivers.autoReplyPolicy().to(sms, inboundReply);
    text.ifPresent(reply -> answered.put(sms.sid(), reply));
    return text.map(TwimlResponse::message).orElseGet(TwimlResponse::silence);
  }

  /** The answer to a repeated call, which Twilio makes when the first answer was lost. */
  private CallbackResponse before(InboundSms sms) {
    @Nullable String text = answered.get(sms.sid());
    return text == null ? TwimlResponse.silence() : TwimlResponse.message(text);
  }
}
