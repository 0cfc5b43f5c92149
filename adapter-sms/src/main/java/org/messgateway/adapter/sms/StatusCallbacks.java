package org.messgateway.adapter.sms;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.InboundAction;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundListener;
import org.messgateway.api.Receipt;
import org.messgateway.api.ReceiptStatusLookup.ReceiptStatus;

/**
 * Handles status callbacks. They arrive in any order: {@code sent} after {@code delivered} is
 * outdated, and the first of two final statuses counts.
 */
final class StatusCallbacks {

  private static final int REMEMBERED = 10_000;

  private final InboundListener listener;
  private final SmsReporter reporter;
  private final TwilioErrors errors;
  private final BoundedMemory<Integer> ranks = new BoundedMemory<>(REMEMBERED);

  StatusCallbacks(InboundListener listener, SmsReporter reporter, TwilioErrors errors) {
    this.listener = listener;
    this.reporter = reporter;
    this.errors = errors;
  }

  /** Whether a form is a status of an outbound message. */
  static boolean isStatus(PostedForm form) {
    return rank(form.text("MessageStatus")) > 0;
  }

  void accept(PostedForm form) throws InboundException {
    String sid = form.text(InboundSms.SID);
    String status = form.text("MessageStatus");
    int rank = rank(status);
    @Nullable Integer before = ranks.get(sid);
    if (sid.isEmpty() || (before != null && before >= rank)) {
      return;
    }
    Optional<ReceiptStatus> receiptStatus = receiptStatus(status, code(form));
    if (receiptStatus.isPresent()) {
      report(form, sid, receiptStatus.get());
    }
    // Last: a call that could not be taken comes again.
    ranks.put(sid, rank);
  }

  private void report(PostedForm form, String sid, ReceiptStatus status) throws InboundException {
    String number = form.text("To");
    String event = sid + ":" + form.text("MessageStatus");
    listener.report(
        new InboundEvent(
            event,
            number,
            null,
            number,
            null,
            Receipt.of(SmsAdapter.SID, sid),
            new InboundAction.ReceiptUpdate(status)));
    if (TwilioErrors.isOptOut(code(form))) {
      reporter.refused(number, event + ":out");
    }
  }

  private static @Nullable Integer code(PostedForm form) {
    int code = form.number("ErrorCode");
    return code == 0 ? null : code;
  }

  /** The receipt status of a final status; empty for pending ones, which are not reported. */
  private Optional<ReceiptStatus> receiptStatus(String status, @Nullable Integer code) {
    return switch (status) {
      case "delivered", "partially_delivered", "read" -> Optional.of(new ReceiptStatus.Arrived());
      case "undelivered", "failed", "canceled" -> Optional.of(bad(code));
      default -> Optional.empty();
    };
  }

  private ReceiptStatus bad(@Nullable Integer code) {
    TwilioErrors.Row row = errors.arrivalFailure(code);
    return new ReceiptStatus.NotArrived(row.reason(), row.meaning());
  }

  /** The order of a status; 0 for a status of no outbound message. */
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
