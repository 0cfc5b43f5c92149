package org.messgateway.adapter.sms;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.sms.SmsSettings.Inlet;
import org.messgateway.api.Ear;
import org.messgateway.api.EarException;
import org.messgateway.api.Heard;
import org.messgateway.api.Inbound.Call;
import org.messgateway.api.Inbound.Response;

/** Answers Twilio's calls: messages of people, and what became of ours. */
final class SmsInbound {

  private static final int REMEMBERED = 1_000;

  private final SmsSettings settings;
  private final Ear ear;
  private final Ears ears;
  private final Recent<String> answered = new Recent<>(REMEMBERED);

  /** What a message goes through. */
  record Ears(Hearing hearing, Replies replies, Statuses statuses, Worker worker, Poller poller) {}

  SmsInbound(SmsSettings settings, Ear ear, Ears ears) {
    this.settings = settings;
    this.ear = ear;
    this.ears = ears;
  }

  /** Whether calls of Twilio's could be told from forged ones, and come here. */
  static boolean callable(SmsSettings settings, Ear ear) {
    return settings.signing() != null && ear.callable();
  }

  Response receive(Call call) {
    Form form = Form.parse(call.body());
    if (settings.signing() == null || !new Signature(settings.signing()).genuine(call, form)) {
      return Response.of(401);
    }
    if (!call.method().equals("POST")) {
      return Response.of(405);
    }
    try {
      return Statuses.isStatus(form) ? status(form) : message(form);
    } catch (EarException e) {
      return Response.of(503);
    }
  }

  private Response status(Form form) throws EarException {
    ears.statuses().take(form);
    return Response.of(204);
  }

  private Response message(Form form) throws EarException {
    Optional<Sms> found = Sms.of(form);
    if (found.isEmpty()) {
      return Response.of(400);
    }
    Sms sms = found.get();
    ears.poller().called();
    if (settings.inbound() == Inlet.OFF) {
      return TwiMl.silence();
    }
    if (sms.files() > 0) {
      // Fetching takes longer than Twilio waits: it is answered by a message of its own.
      ears.worker().take(sms.sid(), form);
      return TwiMl.silence();
    }
    return ear.keep(sms.sid(), form.bytes()) ? fresh(sms, form) : before(sms);
  }

  private Response fresh(Sms sms, Form form) {
    Heard heard;
    try {
      heard = ears.hearing().hear(sms);
    } catch (EarException | IOException e) {
      ears.worker().again(sms.sid(), form);
      return TwiMl.silence();
    }
    ear.done(sms.sid());
    Optional<String> text = ears.replies().to(sms, heard);
    text.ifPresent(reply -> answered.put(sms.sid(), reply));
    return text.map(TwiMl::message).orElseGet(TwiMl::silence);
  }

  /** Twilio asks again when our answer did not reach it. */
  private Response before(Sms sms) {
    @Nullable String text = answered.get(sms.sid());
    return text == null ? TwiMl.silence() : TwiMl.message(text);
  }
}
