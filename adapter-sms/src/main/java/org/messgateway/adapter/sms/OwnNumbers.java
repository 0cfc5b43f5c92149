package org.messgateway.adapter.sms;

import com.twilio.rest.api.v2010.account.Message;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides which of an account's messages were sent to the gateway: those to its number; with a
 * messaging service, those of the service and those to a number that the service has sent from.
 */
final class OwnNumbers {

  private static final int MOST_NUMBERS = 1_000;

  private final SmsSettings settings;
  private final Set<String> numbers = ConcurrentHashMap.newKeySet();

  OwnNumbers(SmsSettings settings) {
    this.settings = settings;
  }

  /** The number to ask for; null when there is more than one. */
  @Nullable String number() {
    return settings.service() ? null : settings.sender();
  }

  /** Records the numbers that a messaging service sends from. */
  void learn(List<Message> listed) {
    if (settings.service() && numbers.size() < MOST_NUMBERS) {
      listed.stream()
          .filter(message -> message.getDirection() != Message.Direction.INBOUND)
          .filter(message -> settings.sender().equals(message.getMessagingServiceSid()))
          .filter(message -> message.getFrom() != null)
          .forEach(message -> numbers.add(message.getFrom().toString()));
    }
  }

  boolean isOurs(Message message) {
    String to = message.getTo();
    return settings.service()
        ? settings.sender().equals(message.getMessagingServiceSid())
            || (to != null && numbers.contains(to))
        : settings.sender().equals(to);
  }

  /** A found message in the form of a callback. */
  static PostedForm form(Message message) {
    return PostedForm.parse(new byte[0])
        .with(InboundSms.SID, text(message.getSid()))
        .with(InboundSms.FROM, String.valueOf(message.getFrom()))
        .with(InboundSms.BODY, text(message.getBody()))
        .with(InboundSms.FILES, text(message.getNumMedia()));
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
