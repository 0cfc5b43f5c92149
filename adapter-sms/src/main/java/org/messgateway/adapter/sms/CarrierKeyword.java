package org.messgateway.adapter.sms;

import java.util.Locale;
import java.util.Set;

/**
 * Words on which Twilio or a carrier acts when a message is nothing else. They answer the person;
 * the gateway does not.
 */
enum CarrierKeyword {
  /** An opt-out. */
  OUT,
  /** An opt-in. */
  IN,
  /** A question who the sender is. */
  HELP,
  /** An opt-in that is also a usual answer. */
  YES,
  /** No keyword. */
  NONE;

  private static final Set<String> OUTS =
      Set.of(
          "STOP",
          "STOPALL",
          "STOP ALL",
          "UNSUBSCRIBE",
          "CANCEL",
          "END",
          "QUIT",
          "OPTOUT",
          "REVOKE");
  private static final Set<String> INS = Set.of("START", "UNSTOP");
  private static final Set<String> HELPS = Set.of("HELP", "INFO");

  /**
   * The keyword that Twilio recognised, else the one of the text, because Twilio's keywords are
   * configurable.
   */
  static CarrierKeyword of(InboundSms sms) {
    String body = sms.body().strip().toUpperCase(Locale.ROOT);
    return switch (sms.optOut().toUpperCase(Locale.ROOT)) {
      case "STOP" -> OUT;
      case "START" -> body.equals("YES") ? YES : IN;
      case "HELP" -> HELP;
      default -> byWord(body);
    };
  }

  private static CarrierKeyword byWord(String body) {
    if (OUTS.contains(body)) {
      return OUT;
    }
    if (INS.contains(body)) {
      return IN;
    }
    if (HELPS.contains(body)) {
      return HELP;
    }
    return body.equals("YES") ? YES : NONE;
  }
}
