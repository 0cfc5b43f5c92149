package org.messgateway.adapter.sms;

import java.util.Locale;
import java.util.Set;

/**
 * Words on which Twilio or a carrier acts before we hear of them, when a message is nothing but
 * that word. They have been answered: we say nothing.
 */
enum CarrierWord {
  /** Wants no more messages. */
  OUT,
  /** Wants messages again. */
  IN,
  /** Wants to know who we are. */
  HELP,
  /** Opts in, but people also say it to what they were asked. */
  YES,
  /** None of them. */
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

  /** What Twilio says it was comes before what it looks like: its words can be configured. */
  static CarrierWord of(Sms sms) {
    String body = sms.body().strip().toUpperCase(Locale.ROOT);
    return switch (sms.optOut().toUpperCase(Locale.ROOT)) {
      case "STOP" -> OUT;
      case "START" -> body.equals("YES") ? YES : IN;
      case "HELP" -> HELP;
      default -> byWord(body);
    };
  }

  private static CarrierWord byWord(String body) {
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
