package org.messgateway.gateway.trouble;

import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.telemetry.AttemptObserver;
import org.messgateway.gateway.telemetry.AttemptReport;

/** Sees in what attempts bring back whether somebody has to act. */
public final class AttemptTroubles implements AttemptObserver {

  private final TroubleBook book;

  public AttemptTroubles(TroubleBook book) {
    this.book = book;
  }

  @Override
  public void attempted(AttemptReport report) {
    Identity identity = report.taken().identity();
    FailureReason reason = report.reason();
    if (report.outcome().equals("delivered")) {
      book.mended(Cause.CREDENTIAL, identity.channel());
    } else if (reason != null) {
      failed(identity, report.outcome(), reason, sentence(report.sentence()));
    }
  }

  @Override
  public void corrected(Identity identity, FailureReason reason, String sentence) {
    failed(identity, "rejected", reason, sentence(sentence));
  }

  private void failed(Identity identity, String outcome, FailureReason reason, String sentence) {
    String channel = identity.channel();
    switch (reason) {
      case CREDENTIAL_REFUSED, ACCOUNT_MISCONFIGURED, QUOTA_EXHAUSTED ->
          book.report(
              new Trouble(
                  Cause.CREDENTIAL,
                  channel,
                  "Nobody can be told over %s: %s".formatted(channel, sentence),
                  "mend its settings in config.yaml; what waits goes out by itself then"));
      case INVALID_ADDRESS, RECIPIENT_REFUSES, ADDRESS_GONE, ADDRESS_FORBIDDEN ->
          book.report(address(identity, sentence));
      default -> dead(identity, outcome, sentence);
    }
  }

  private static Trouble address(Identity identity, String sentence) {
    return new Trouble(
        Cause.ADDRESS,
        identity.channel() + "/" + identity.executor(),
        "%s cannot be reached over %s: %s"
            .formatted(identity.executor(), identity.channel(), sentence),
        "mend the address in config.yaml, or ask %s; then: resume %s"
            .formatted(identity.executor(), identity.executor()));
  }

  private void dead(Identity identity, String outcome, String sentence) {
    // Trouble about trouble would never end.
    if (outcome.equals("dead") && identity.kind() != NotificationKind.TROUBLE) {
      book.report(
          new Trouble(
              Cause.DEAD,
              identity.channel(),
              "A message to %s over %s was given up: %s"
                  .formatted(identity.executor(), identity.channel(), sentence),
              "see: deliveries; when it is mended: replay"));
    }
  }

  private static String sentence(@Nullable String text) {
    return text == null || text.isBlank()
        ? "no reason was given."
        : text.lines().findFirst().orElse("");
  }
}
