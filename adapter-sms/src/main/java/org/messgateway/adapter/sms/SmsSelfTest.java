package org.messgateway.adapter.sms;

import com.twilio.rest.api.v2010.Account;
import com.twilio.rest.api.v2010.account.IncomingPhoneNumber;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.sms.SmsSettings.InboundMode;
import org.messgateway.adapter.sms.TwilioApi.TwilioAnswer;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.SelfTest.Finding;

/**
 * Checks that the account works, that the sender can send, and that answers can arrive.
 *
 * @param callbackUrl the URL for Twilio's calls; null for none
 */
record SmsSelfTest(TwilioApi calls, SmsSettings settings, @Nullable URI callbackUrl) {

  List<Finding> findings() {
    return switch (calls.account()) {
      case TwilioAnswer.Taken<Account> taken -> account(taken.result());
      case TwilioAnswer.Failed<Account> failed -> trouble(failed.outcome());
    };
  }

  private List<Finding> account(Account account) {
    if (account.getStatus() != null && account.getStatus() != Account.Status.ACTIVE) {
      return List.of(
          new Finding(
              true,
              "The Twilio account is " + account.getStatus() + ".",
              "See the Twilio console."));
    }
    List<Finding> findings = new ArrayList<>();
    if (account.getType() == Account.Type.TRIAL) {
      findings.add(
          new Finding(
              false,
              "This is a trial account: it sends to verified numbers only and adds a line to every"
                  + " text.",
              "Verify each number in the Twilio console, or upgrade the account."));
    }
    findings.addAll(inbound());
    return findings;
  }

  private List<Finding> inbound() {
    List<Finding> findings = new ArrayList<>();
    if (settings.inbound() == InboundMode.CALLBACK && settings.signing() == null) {
      findings.add(
          new Finding(
              false,
              "With an API key alone Twilio's calls cannot be told from forged ones.",
              "Set auth_token too, or inbound: poll."));
    }
    if (settings.inbound() == InboundMode.CALLBACK && callbackUrl == null) {
      findings.add(
          new Finding(
              false,
              "Twilio cannot call this machine, so no answers arrive.",
              "Set client_url to an address that Twilio reaches, or inbound: poll."));
    }
    if (!settings.canReceive()) {
      findings.add(
          new Finding(
              false,
              "Nobody can answer a sender that is a name.",
              "For answers by SMS set from to a number."));
    } else if (settings.sender().startsWith("+")) {
      findings.addAll(number());
    } else if (callbackUrl != null && settings.inbound() == InboundMode.CALLBACK) {
      findings.add(
          new Finding(
              false,
              "Whether Twilio brings us answers cannot be seen for this kind of sender.",
              "Enter " + callbackUrl + " for incoming messages in the Twilio console."));
    }
    return findings;
  }

  private List<Finding> number() {
    return switch (calls.number(settings.sender())) {
      case TwilioAnswer.Taken<List<IncomingPhoneNumber>> taken when taken.result().isEmpty() ->
          List.of(
              new Finding(
                  false,
                  "The account lists no number " + settings.sender() + ".",
                  "Check from; a hosted number may still work."));
      case TwilioAnswer.Taken<List<IncomingPhoneNumber>> taken -> number(taken.result().getFirst());
      // A key may be refused this and still send.
      case TwilioAnswer.Failed<List<IncomingPhoneNumber>> _ ->
          List.of(
              new Finding(
                  false,
                  "Twilio does not say what the number can do and where its messages go.",
                  "Let the API key read IncomingPhoneNumbers, or look in the Twilio console."));
    };
  }

  private List<Finding> number(IncomingPhoneNumber number) {
    if (number.getCapabilities() != null && !number.getCapabilities().getSms()) {
      return List.of(
          new Finding(
              true,
              "The number " + settings.sender() + " cannot send text messages.",
              "Set from to a number of the account that has SMS."));
    }
    boolean called =
        callbackUrl != null
            && (settings.inbound() == InboundMode.CALLBACK
                || settings.inbound() == InboundMode.AUTO);
    if (!called || String.valueOf(callbackUrl).equals(String.valueOf(number.getSmsUrl()))) {
      return List.of();
    }
    String effect =
        settings.inbound() == InboundMode.AUTO
            ? "Answers are asked for every few seconds instead."
            : "No answers arrive.";
    return List.of(
        new Finding(
            false,
            "Twilio brings messages to " + settings.sender() + " somewhere else. " + effect,
            "In the Twilio console, for this number, set \"A message comes in\" to Webhook, "
                + callbackUrl
                + ", HTTP POST."));
  }

  private static List<Finding> trouble(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Delivered _ -> List.of();
      case Outcome.Deferred deferred -> List.of(severe(deferred.sentence(), deferred.reason()));
      case Outcome.Rejected rejected -> List.of(severe(rejected.sentence(), rejected.reason()));
    };
  }

  private static Finding severe(String sentence, FailureReason reason) {
    return new Finding(
        true,
        sentence,
        switch (reason) {
          case CREDENTIAL_REFUSED, ACCOUNT_MISCONFIGURED ->
              "Copy account_sid and auth_token from the Twilio console, and leave base_url out.";
          default -> "Check that this machine reaches " + SmsSettings.TWILIO + ", and try again.";
        });
  }
}
