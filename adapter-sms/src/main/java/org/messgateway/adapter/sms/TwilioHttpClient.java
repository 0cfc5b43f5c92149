package org.messgateway.adapter.sms;

import com.twilio.exception.ApiConnectionException;
import com.twilio.http.HttpMethod;
import com.twilio.http.Request;
import com.twilio.http.Response;
import com.twilio.http.TwilioRestClient;
import java.io.IOException;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.RequestBody;

/**
 * Twilio's client with requests of our own: its HTTP client posts a message up to six times after a
 * 503, ignores time limits, has no close, keeps the last request, and logs telephone numbers, texts
 * and links with tokens. Nothing of it is loaded, so that the libraries it needs may be absent.
 *
 * <p>An answer that is no success becomes a {@link TwilioErrorException}, because the exception of
 * Twilio's client has neither status nor headers.
 */
final class TwilioHttpClient extends TwilioRestClient {

  private static final MediaType FORM = MediaType.get("application/x-www-form-urlencoded");

  private final OkHttpClient http;
  private final SmsSettings settings;

  TwilioHttpClient(OkHttpClient http, SmsSettings settings) {
    super(
        new TwilioRestClient.Builder(settings.user(), settings.password().reveal())
            .accountSid(settings.accountSid()));
    this.http = http;
    this.settings = settings;
  }

  /** Makes one request. */
  @Override
  public Response request(Request request) {
    request.setAuth(settings.user(), settings.password().reveal());
    try (okhttp3.Response response = http.newCall(translated(request)).execute()) {
      String body = response.body().string();
      if (!response.isSuccessful()) {
        throw TwilioErrorException.of(response.code(), response.header("Retry-After"), body);
      }
      return new Response(body, response.code());
    } catch (IOException e) {
      // The cause says how far it came; its message may hold an address.
      throw new ApiConnectionException("no answer from Twilio", e);
    }
  }

  private okhttp3.Request translated(Request request) {
    okhttp3.Request.Builder builder =
        new okhttp3.Request.Builder()
            .url(moved(HttpUrl.get(request.constructURL().toString())))
            .header("Accept", "application/json");
    if (request.requiresAuthentication()) {
      builder.header("Authorization", request.getAuthString());
    }
    return request.getMethod() == HttpMethod.POST
        ? builder.post(RequestBody.create(request.encodeFormBody(), FORM)).build()
        : builder.get().build();
  }

  /** The URL at the configured server; Twilio's client knows only Twilio's. */
  private HttpUrl moved(HttpUrl url) {
    HttpUrl base = HttpUrl.get(settings.baseUrl().toString());
    String prefix = base.encodedPath().replaceAll("/+$", "");
    return url.newBuilder()
        .scheme(base.scheme())
        .host(base.host())
        .port(base.port())
        .encodedPath(prefix + url.encodedPath())
        .build();
  }
}
