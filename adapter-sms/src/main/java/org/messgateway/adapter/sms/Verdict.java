package org.messgateway.adapter.sms;

import com.twilio.rest.api.v2010.account.Message;
import org.messgateway.api.Correctable.Standing;

/** What a message's status says about its arrival. */
record Verdict(TwilioErrors errors) {

  /**
   * {@code sent} is pending: the carrier has it, and says {@code delivered} or {@code undelivered}
   * later, or never.
   */
  Standing of(Message message) {
    Message.Status status = message.getStatus();
    if (status == null) {
      return new Standing.Pending();
    }
    return switch (status) {
      case DELIVERED, READ, PARTIALLY_DELIVERED, RECEIVED, RECEIVING -> new Standing.Confirmed();
      case QUEUED, SENDING, SENT, ACCEPTED, SCHEDULED -> new Standing.Pending();
      case FAILED, UNDELIVERED, CANCELED -> failed(message);
    };
  }

  private Standing failed(Message message) {
    TwilioErrors.Row row = errors.standing(message.getErrorCode());
    return new Standing.Failed(row.reason(), row.meaning());
  }
}
