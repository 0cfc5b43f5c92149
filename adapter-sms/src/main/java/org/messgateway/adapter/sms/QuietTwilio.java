package org.messgateway.adapter.sms;

import com.twilio.http.Request;
import com.twilio.http.TwilioRestClient;

/** Twilio's client without its log of whole requests, texts and links with tokens included. */
final class QuietTwilio extends TwilioRestClient {

  QuietTwilio(SmsSettings settings, OneTryHttp http) {
    super(
        new TwilioRestClient.Builder(settings.user(), settings.password().reveal())
            .accountSid(settings.accountSid())
            .httpClient(http));
  }

  @Override
  public void logRequest(Request request) {
    // Its address holds a telephone number, its body what somebody is asked to do.
  }
}
