package org.messgateway.adapter.sms;

import com.twilio.rest.api.v2010.account.Message;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which of an account's messages were sent to us: those to our number; with a messaging service,
 * those that Twilio counts to it and those to a number it has sent from.
 */
final class Senders {

  private static final int MOST_NUMBERS = 1_000;

  private final SmsSettings settings;
  private final Set<String> numbers = ConcurrentHashMap.newKeySet();

  Senders(SmsSettings settings) {
    this.settings = settings;
  }

  /** The number to ask for; null when there is more than one. */
  @Nullable String number() {
    return settings.service() ? null : settings.sender();
  }

  /** Notes which numbers a messaging service sends from. */
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

  /** A message that was found, in the form in which it would have been brought. */
  static Form form(Message message) {
    return Form.parse(new byte[0])
        .with(Sms.SID, text(message.getSid()))
        .with(Sms.FROM, String.valueOf(message.getFrom()))
        .with(Sms.BODY, text(message.getBody()))
        .with(Sms.FILES, text(message.getNumMedia()));
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
