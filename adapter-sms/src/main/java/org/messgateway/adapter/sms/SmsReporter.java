package org.messgateway.adapter.sms;

import java.io.IOException;
import java.util.List;
import org.messgateway.adapter.sms.InboundSms.MediaPart;
import org.messgateway.adapter.sms.TwilioApi.TwilioAnswer;
import org.messgateway.api.InboundAction;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundFile;
import org.messgateway.api.InboundListener;
import org.messgateway.api.InboundReply;

/** Reports people's messages, opt-outs and opt-ins to the gateway. */
final class SmsReporter {

  private final InboundListener listener;
  private final TwilioApi calls;
  private final MmsMediaClient media;
  private final String ownNumber;

  SmsReporter(InboundListener listener, TwilioApi calls, MmsMediaClient media, String ownNumber) {
    this.listener = listener;
    this.calls = calls;
    this.media = media;
    this.ownNumber = ownNumber;
  }

  /**
   * Reports a message. A repetition gets the first reply.
   *
   * @throws IOException when Twilio could not be asked for the message's files
   */
  InboundReply report(InboundSms sms) throws InboundException, IOException {
    if (sms.from().equals(ownNumber)) {
      return InboundReply.ACCEPTED_SILENTLY; // Two gateways of one number would talk for ever.
    }
    return switch (CarrierKeyword.of(sms)) {
      case OUT -> opted(sms, sms.sid(), true);
      case IN -> opted(sms, sms.sid(), false);
      case HELP -> InboundReply.ACCEPTED_SILENTLY;
      case YES -> yes(sms);
      case NONE -> wrote(sms);
    };
  }

  /** Reports an opt-out that a refused send revealed; Twilio may not have reported it. */
  void refused(String number, String event) throws InboundException {
    listener.report(toInboundEvent(number, event, new InboundAction.OptOutChange(true)));
  }

  private InboundReply opted(InboundSms sms, String id, boolean out) throws InboundException {
    listener.report(toInboundEvent(sms.from(), id, new InboundAction.OptOutChange(out)));
    return InboundReply.ACCEPTED_SILENTLY;
  }

  /** Reports YES: an opt-in after an opt-out, else an answer. */
  private InboundReply yes(InboundSms sms) throws InboundException, IOException {
    opted(sms, sms.sid() + ":in", false);
    InboundReply reply = wrote(sms);
    return sms.optOut().isEmpty() ? reply : InboundReply.ACCEPTED_SILENTLY;
  }

  private InboundReply wrote(InboundSms sms) throws InboundException, IOException {
    return listener.report(
        toInboundEvent(
            sms.from(),
            sms.sid(),
            new InboundAction.ChatMessage(sms.body().strip(), files(sms), null)));
  }

  private List<InboundFile> files(InboundSms sms) throws IOException {
    List<MediaPart> parts = sms.files() > sms.parts().size() ? fetchParts(sms.sid()) : sms.parts();
    return parts.stream()
        .filter(MmsFile::isMeant)
        .<InboundFile>map(part -> MmsFile.of(part, media))
        .toList();
  }

  private List<MediaPart> fetchParts(String sid) throws IOException {
    return switch (calls.parts(sid)) {
      case TwilioAnswer.Taken<List<MediaPart>> taken -> taken.result();
      case TwilioAnswer.Failed<List<MediaPart>> failed ->
          throw new IOException("Twilio did not say what came with a message: " + failed.status());
    };
  }

  private static InboundEvent toInboundEvent(String number, String id, InboundAction action) {
    return new InboundEvent(id, number, null, number, null, null, action);
  }
}
