package org.messgateway.adapter.sms;

import com.twilio.rest.api.v2010.account.Message;
import org.messgateway.api.ReceiptStatusLookup.ReceiptStatus;

/** The receipt status of a message's Twilio status. */
record SmsStatus(TwilioErrors errors) {

  /**
   * The receipt status. {@code sent} is pending: the carrier has the message and reports {@code
   * delivered} or {@code undelivered} later, or never.
   */
  ReceiptStatus of(Message message) {
    Message.Status status = message.getStatus();
    if (status == null) {
      return new ReceiptStatus.Pending();
    }
    return switch (status) {
      case DELIVERED, READ, PARTIALLY_DELIVERED, RECEIVED, RECEIVING -> new ReceiptStatus.Arrived();
      case QUEUED, SENDING, SENT, ACCEPTED, SCHEDULED -> new ReceiptStatus.Pending();
      case FAILED, UNDELIVERED, CANCELED -> failed(message);
    };
  }

  private ReceiptStatus failed(Message message) {
    TwilioErrors.Row row = errors.arrivalFailure(message.getErrorCode());
    return new ReceiptStatus.NotArrived(row.reason(), row.meaning());
  }
}
