package org.messgateway.adapter.sms;

import java.io.IOException;
import java.util.List;
import org.messgateway.adapter.sms.Sms.Part;
import org.messgateway.adapter.sms.TwilioCalls.Answer;
import org.messgateway.api.Deed;
import org.messgateway.api.Ear;
import org.messgateway.api.EarException;
import org.messgateway.api.Heard;
import org.messgateway.api.Said;
import org.messgateway.api.SentFile;

/** Tells the gateway what people wrote, and that they opted out or in. */
final class Hearing {

  private final Ear ear;
  private final TwilioCalls calls;
  private final MediaClient media;
  private final String ownNumber;

  Hearing(Ear ear, TwilioCalls calls, MediaClient media, String ownNumber) {
    this.ear = ear;
    this.calls = calls;
    this.media = media;
    this.ownNumber = ownNumber;
  }

  /**
   * Takes a message; the same one again is answered as the first time.
   *
   * @throws IOException when Twilio could not be asked for what came with it
   */
  Heard hear(Sms sms) throws EarException, IOException {
    if (sms.from().equals(ownNumber)) {
      return Heard.SILENTLY; // Two gateways of one number would talk for ever.
    }
    return switch (CarrierWord.of(sms)) {
      case OUT -> opted(sms, sms.sid(), true);
      case IN -> opted(sms, sms.sid(), false);
      case HELP -> Heard.SILENTLY;
      case YES -> yes(sms);
      case NONE -> wrote(sms);
    };
  }

  /** Twilio refused to send to a number that has opted out: perhaps it never told us. */
  void refused(String number, String event) throws EarException {
    ear.hear(said(number, event, new Deed.OptedOut(true)));
  }

  private Heard opted(Sms sms, String id, boolean out) throws EarException {
    ear.hear(said(sms.from(), id, new Deed.OptedOut(out)));
    return Heard.SILENTLY;
  }

  /** Opens the way again for who had opted out, and may be the answer to a question. */
  private Heard yes(Sms sms) throws EarException, IOException {
    opted(sms, sms.sid() + ":in", false);
    Heard heard = wrote(sms);
    return sms.optOut().isEmpty() ? heard : Heard.SILENTLY;
  }

  private Heard wrote(Sms sms) throws EarException, IOException {
    return ear.hear(
        said(sms.from(), sms.sid(), new Deed.Wrote(sms.body().strip(), files(sms), null)));
  }

  private List<SentFile> files(Sms sms) throws IOException {
    List<Part> parts = sms.files() > sms.parts().size() ? asked(sms.sid()) : sms.parts();
    return parts.stream()
        .filter(MediaFile::isMeant)
        .<SentFile>map(part -> MediaFile.of(part, media))
        .toList();
  }

  private List<Part> asked(String sid) throws IOException {
    return switch (calls.parts(sid)) {
      case Answer.Taken<List<Part>> taken -> taken.result();
      case Answer.Failed<List<Part>> failed ->
          throw new IOException("Twilio did not say what came with a message: " + failed.status());
    };
  }

  private static Said said(String number, String id, Deed deed) {
    return new Said(id, number, null, number, null, null, deed);
  }
}
