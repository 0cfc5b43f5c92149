package org.messgateway.adapter.sms;

import com.twilio.exception.ApiConnectionException;
import com.twilio.http.HttpClient;
import com.twilio.http.HttpMethod;
import com.twilio.http.Request;
import com.twilio.http.Response;
import java.io.IOException;
import java.net.URI;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.RequestBody;
import org.apache.hc.core5.http.Header;

/**
 * What Twilio's client sends through, in place of its own: that one posts a message up to six times
 * after a 503, ignores the time limits it is given, has no close, and keeps the last request.
 *
 * <p>An answer that is no success leaves as {@link Refusal}: Twilio's client would make of it an
 * exception that has forgotten status and headers.
 */
final class OneTryHttp extends HttpClient {

  private static final MediaType FORM = MediaType.get("application/x-www-form-urlencoded");

  /** At the debug level Twilio's client prints headers and does not expect that there are none. */
  private static final Header[] NO_HEADERS = {};

  private final OkHttpClient http;
  private final URI baseUrl;

  OneTryHttp(OkHttpClient http, URI baseUrl) {
    this.http = http;
    this.baseUrl = baseUrl;
  }

  /** Once, in spite of the name. */
  @Override
  public Response reliableRequest(Request request) {
    return makeRequest(request);
  }

  @Override
  public Response reliableRequest(Request request, int[] retryCodes, int retries, long delay) {
    return makeRequest(request);
  }

  @Override
  public Response makeRequest(Request request) {
    try (okhttp3.Response response = http.newCall(translated(request)).execute()) {
      String body = response.body().string();
      if (!response.isSuccessful()) {
        throw Refusal.of(response.code(), response.header("Retry-After"), body);
      }
      return new Response(body, response.code(), NO_HEADERS);
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

  /** To the configured server: the client knows only its own. */
  private HttpUrl moved(HttpUrl url) {
    HttpUrl base = HttpUrl.get(baseUrl.toString());
    String prefix = base.encodedPath().replaceAll("/+$", "");
    return url.newBuilder()
        .scheme(base.scheme())
        .host(base.host())
        .port(base.port())
        .encodedPath(prefix + url.encodedPath())
        .build();
  }
}
