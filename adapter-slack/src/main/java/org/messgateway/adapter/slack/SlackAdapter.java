package org.messgateway.adapter.slack;

import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Editable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Receipt;
import org.messgateway.api.SelfTest;

/** Posts and changes messages in one Slack workspace. */
final class SlackAdapter implements Adapter, Editable, SelfTest {

  private final SlackCalls calls;
  private final InstantSource clock;

  private SlackAdapter(SlackCalls calls, InstantSource clock) {
    this.calls = calls;
    this.clock = clock;
  }

  static SlackAdapter create(SlackSettings settings, AdapterServices services) {
    return new SlackAdapter(
        new SlackCalls(settings, services.timeLimit(), services.clock()), services.clock());
  }

  @Override
  public Outcome deliver(Notification notification) {
    SlackMessage message = SlackMessage.of(notification, clock.instant());
    Address address = notification.address();
    return SlackAddress.isHook(address)
        ? calls.hook(address.value(), message)
        : calls.post(address.value(), message);
  }

  @Override
  public Outcome update(Receipt receipt, Notification notification) {
    if (receipt.part(SlackCalls.TS).isEmpty()) {
      return new Outcome.Rejected(
          FailureReason.PAYLOAD_REFUSED,
          "Slack did not name this message, as incoming webhooks never do: it cannot be changed.");
    }
    return calls.update(receipt, SlackMessage.of(notification, clock.instant()));
  }

  @Override
  public List<Finding> selfTest() {
    return switch (calls.authTest()) {
      case Outcome.Delivered delivered -> missing(delivered.receipt().part(SlackCalls.SCOPES));
      case Outcome.Deferred deferred -> severe(deferred.sentence(), remedy(deferred.reason()));
      case Outcome.Rejected rejected -> severe(rejected.sentence(), remedy(rejected.reason()));
    };
  }

  @Override
  public void close() {
    calls.close();
  }

  private static List<Finding> missing(String scopes) {
    // A stand-in or a proxy may not pass the header on: then nothing is known and nothing claimed.
    boolean may =
        scopes.isEmpty()
            || Arrays.stream(scopes.split(",")).map(String::strip).anyMatch("chat:write"::equals);
    return may
        ? List.of()
        : severe(
            "The Slack app has no scope chat:write.",
            "In your Slack app open OAuth & Permissions, add chat:write to the Bot Token Scopes,"
                + " and install the app again.");
  }

  private static String remedy(FailureReason reason) {
    return switch (reason) {
      case CREDENTIAL_REFUSED, ACCOUNT_MISCONFIGURED ->
          "Copy the Bot User OAuth Token (xoxb-…) from OAuth & Permissions of your Slack app into"
              + " bot_token, and leave base_url out.";
      default -> "Check that this machine reaches " + SlackSettings.SLACK + ", and try again.";
    };
  }

  private static List<Finding> severe(String sentence, String remedy) {
    return List.of(new Finding(true, sentence, remedy));
  }
}
