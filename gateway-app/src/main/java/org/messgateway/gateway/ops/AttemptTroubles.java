package org.messgateway.gateway.ops;

import org.messgateway.api.FailureReason;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.dispatch.AttemptObserver;
import org.messgateway.gateway.dispatch.AttemptReport;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.Settlement;

/** Reports a trouble where the outcome of an attempt needs a person to act. */
public final class AttemptTroubles implements AttemptObserver {

  private final ActiveTroubles troubles;

  public AttemptTroubles(ActiveTroubles troubles) {
    this.troubles = troubles;
  }

  @Override
  public void attempted(AttemptReport report) {
    Identity identity = report.delivery().identity();
    switch (report.result()) {
      case Settlement.Delivered _ -> troubles.mended(TroubleCause.CREDENTIAL, identity.channel());
      case Settlement.Retry(_, var reason, var sentence, _, _) ->
          failed(identity, false, reason, sentence);
      case Settlement.Ended(var state, var reason, var sentence) -> {
        if (reason != null) {
          failed(identity, state == DeliveryState.DEAD, reason, sentence);
        }
      }
    }
  }

  @Override
  public void corrected(Identity identity, FailureReason reason, String sentence) {
    failed(identity, false, reason, sentence);
  }

  private void failed(Identity identity, boolean dead, FailureReason reason, String text) {
    String channel = identity.channel();
    String sentence = text.isBlank() ? "no reason was given." : text.lines().findFirst().orElse("");
    switch (reason) {
      case CREDENTIAL_REFUSED, ACCOUNT_MISCONFIGURED, QUOTA_EXHAUSTED ->
          troubles.report(
              new Trouble(
                  TroubleCause.CREDENTIAL,
                  channel,
                  "Nobody can be told over %s: %s".formatted(channel, sentence),
                  "mend its settings in config.yaml; what waits goes out by itself then"));
      // Not mended by a delivery: who asks for no time takes everything all the while.
      case CLOCK_OFF ->
          troubles.report(
              new Trouble(
                  TroubleCause.CLOCK,
                  channel,
                  "Messages over %s are refused by their time: %s".formatted(channel, sentence),
                  "set the clock, such as with: timedatectl set-ntp true; what waits goes out by"
                      + " itself then"));
      case INVALID_ADDRESS, RECIPIENT_REFUSES, ADDRESS_GONE, ADDRESS_FORBIDDEN ->
          troubles.report(address(identity, sentence));
      default -> {
        // A message about a trouble that fails must not make another trouble.
        if (dead && identity.kind() != NotificationKind.TROUBLE) {
          troubles.report(givenUp(identity, sentence));
        }
      }
    }
  }

  private static Trouble address(Identity identity, String sentence) {
    return new Trouble(
        TroubleCause.ADDRESS,
        identity.channel() + "/" + identity.executor(),
        "%s cannot be reached over %s: %s"
            .formatted(identity.executor(), identity.channel(), sentence),
        "mend the address in config.yaml, or ask %s; then: resume %s"
            .formatted(identity.executor(), identity.executor()));
  }

  private static Trouble givenUp(Identity identity, String sentence) {
    return new Trouble(
        TroubleCause.DEAD,
        identity.channel(),
        "A message to %s over %s was given up: %s"
            .formatted(identity.executor(), identity.channel(), sentence),
        "see: deliveries; when it is mended: replay");
  }
}
