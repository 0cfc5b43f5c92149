package org.messgateway.adapter.sms;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Correctable.Standing;
import org.messgateway.api.Deed;
import org.messgateway.api.Ear;
import org.messgateway.api.EarException;
import org.messgateway.api.Receipt;
import org.messgateway.api.Said;

/**
 * What Twilio calls back about messages of ours. Calls come in any order: {@code sent} after {@code
 * delivered} is old news, and of two ends the first counts.
 */
final class Statuses {

  private static final int REMEMBERED = 10_000;

  private final Ear ear;
  private final Hearing hearing;
  private final TwilioErrors errors;
  private final Recent<Integer> ranks = new Recent<>(REMEMBERED);

  Statuses(Ear ear, Hearing hearing, TwilioErrors errors) {
    this.ear = ear;
    this.hearing = hearing;
    this.errors = errors;
  }

  /** Whether this is about a message of ours, and no message itself. */
  static boolean isStatus(Form form) {
    return rank(form.text("MessageStatus")) > 0;
  }

  void take(Form form) throws EarException {
    String sid = form.text(Sms.SID);
    String status = form.text("MessageStatus");
    int rank = rank(status);
    @Nullable Integer before = ranks.get(sid);
    if (sid.isEmpty() || (before != null && before >= rank)) {
      return;
    }
    Optional<Standing> standing = standing(status, code(form));
    if (standing.isPresent()) {
      hear(form, sid, standing.get());
    }
    // Last: a call that could not be taken comes again.
    ranks.put(sid, rank);
  }

  private void hear(Form form, String sid, Standing standing) throws EarException {
    String number = form.text("To");
    String event = sid + ":" + form.text("MessageStatus");
    ear.hear(
        new Said(
            event,
            number,
            null,
            number,
            null,
            Receipt.of(SmsAdapter.SID, sid),
            new Deed.Standing(standing)));
    if (TwilioErrors.isOptOut(code(form))) {
      hearing.refused(number, event + ":out");
    }
  }

  private static @Nullable Integer code(Form form) {
    int code = form.number("ErrorCode");
    return code == 0 ? null : code;
  }

  /** Only ends are told: what is pending is known to be. */
  private Optional<Standing> standing(String status, @Nullable Integer code) {
    return switch (status) {
      case "delivered", "partially_delivered", "read" -> Optional.of(new Standing.Confirmed());
      case "undelivered", "failed", "canceled" -> Optional.of(bad(code));
      default -> Optional.empty();
    };
  }

  private Standing bad(@Nullable Integer code) {
    TwilioErrors.Row row = errors.standing(code);
    return new Standing.Failed(row.reason(), row.meaning());
  }

  /** How far a status is on the way; 0 for what says nothing about a message of ours. */
  private static int rank(String status) {
    return switch (status) {
      case "accepted", "scheduled", "queued" -> 1;
      case "sending" -> 2;
      case "sent" -> 3;
      case "delivered", "partially_delivered", "read", "undelivered", "failed", "canceled" -> 4;
      default -> 0;
    };
  }
}
