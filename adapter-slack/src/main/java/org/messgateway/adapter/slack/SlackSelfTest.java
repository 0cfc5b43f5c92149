package org.messgateway.adapter.slack;

import com.slack.api.methods.request.apps.connections.AppsConnectionsOpenRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Secret;
import org.messgateway.api.SelfTest.Finding;

/** Checks the tokens and their scopes at Slack. Sends no message. */
final class SlackSelfTest {

  private final SlackSettings settings;
  private final SlackSender calls;
  private final SlackConnections wire;

  SlackSelfTest(SlackSettings settings, SlackSender calls, SlackConnections wire) {
    this.settings = settings;
    this.calls = calls;
    this.wire = wire;
  }

  List<Finding> run() {
    return switch (calls.authTest()) {
      case Outcome.Delivered delivered -> rights(delivered.receipt().part(SlackSender.SCOPES));
      case Outcome.Deferred deferred -> severe(deferred.sentence(), remedy(deferred.reason()));
      case Outcome.Rejected rejected -> severe(rejected.sentence(), remedy(rejected.reason()));
    };
  }

  private List<Finding> rights(String scopes) {
    List<Finding> findings = new ArrayList<>();
    // A stand-in or a proxy may not pass the header on: then nothing is known and nothing claimed.
    if (!scopes.isBlank()) {
      SlackScope.missing(scopes).forEach(scope -> findings.add(missing(scope)));
    }
    Secret appToken = settings.appToken();
    if (appToken != null) {
      socket(appToken, findings);
    } else if (settings.signingSecret() == null) {
      findings.add(
          new Finding(
              false,
              "Messages in Slack will have no buttons: nothing people press would reach us.",
              "In your Slack app open Basic Information, App-Level Tokens, generate one with the"
                  + " scope connections:write, and set app_token to it."));
    }
    return findings;
  }

  private static Finding missing(SlackScope scope) {
    return new Finding(
        scope == SlackScope.CHAT_WRITE,
        "The Slack app has no scope " + scope.code() + ": " + scope.without() + ".",
        "In your Slack app open OAuth & Permissions, add "
            + scope.code()
            + " to the Bot Token Scopes, and install the app again.");
  }

  private void socket(Secret appToken, List<Finding> findings) {
    try {
      wire.granted(
          appToken,
          methods -> methods.appsConnectionsOpen(AppsConnectionsOpenRequest.builder().build()));
    } catch (IOException e) {
      String why = e instanceof SlackErrorException refusal ? refusal.word() : "no answer";
      findings.add(
          new Finding(
              false,
              "Buttons in Slack will not be shown: Slack opens no connection for app_token ("
                  + why
                  + ").",
              "In your Slack app switch Socket Mode on, generate an App-Level Token (xapp-…) with"
                  + " the scope connections:write under Basic Information, and set app_token to"
                  + " it."));
    }
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
