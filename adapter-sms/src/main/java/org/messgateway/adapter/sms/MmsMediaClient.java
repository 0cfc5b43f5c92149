package org.messgateway.adapter.sms;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import okhttp3.Credentials;
import okhttp3.Dns;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.okhttp.AddressGuard;
import org.messgateway.adapter.okhttp.AddressGuard.AddressTrust;
import org.messgateway.adapter.okhttp.BoundedDns;
import org.messgateway.adapter.okhttp.HostAllowList;
import org.messgateway.adapter.okhttp.SingleAttemptClient;

/**
 * Fetches the files of an MMS: from Twilio with the credential, and from the target of Twilio's
 * redirect without it, public addresses only.
 */
final class MmsMediaClient implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** The size limit of a file in bytes; Twilio's own is 5 MB. */
  private static final int LARGEST = 16 * 1024 * 1024;

  private static final int MOST_REDIRECTS = 3;
  private static final HttpUrl TWILIO = HttpUrl.get(SmsSettings.TWILIO);

  private final HttpUrl base;
  private final String credential;
  private final OkHttpClient trusted;
  private final OkHttpClient guarded;

  MmsMediaClient(SmsSettings settings) {
    this.base = HttpUrl.get(settings.baseUrl().toString());
    this.credential = Credentials.basic(settings.user(), settings.password().reveal());
    this.trusted = SingleAttemptClient.builder(LIMIT, LARGEST).build();
    AddressGuard guard =
        new AddressGuard(
            AddressTrust.PUBLIC_ONLY, HostAllowList.nothing(), "dispatch.sms.base_url");
    this.guarded =
        guard
            .guard(SingleAttemptClient.builder(LIMIT, LARGEST), new BoundedDns(Dns.SYSTEM, LIMIT))
            .build();
  }

  /** The content; the caller closes it. No exception holds a part of the URL. */
  InputStream open(URI address) throws IOException {
    HttpUrl url = atTwilio(parsed(address.toString()));
    boolean ours = isBase(url);
    Response response = call(ours ? trusted : guarded, url, credential);
    for (int hop = 0; hop < MOST_REDIRECTS && response.isRedirect(); hop++) {
      url = next(response, url);
      // The credential is Twilio's alone: what it leads to carries its own permission.
      response = call(isBase(url) ? trusted : guarded, url, null);
    }
    return content(response);
  }

  private static Response call(OkHttpClient client, HttpUrl url, @Nullable String credential)
      throws IOException {
    Request.Builder request = new Request.Builder().url(url);
    if (credential != null) {
      request.header("Authorization", credential);
    }
    return client.newCall(request.build()).execute();
  }

  /**
   * The URL at Twilio. Only Twilio's hosts get the credential; its API is at the configured base
   * URL.
   */
  private HttpUrl atTwilio(HttpUrl url) throws IOException {
    if (isBase(url)) {
      return url;
    }
    if (sameOrigin(url, TWILIO)) {
      String prefix = base.encodedPath().replaceAll("/+$", "");
      return url.newBuilder()
          .scheme(base.scheme())
          .host(base.host())
          .port(base.port())
          .encodedPath(prefix + url.encodedPath())
          .build();
    }
    if (url.isHttps() && url.port() == 443 && url.host().endsWith(".twilio.com")) {
      return url;
    }
    throw new IOException("A file of a message is not at Twilio.");
  }

  private HttpUrl next(Response response, HttpUrl from) throws IOException {
    try (response) {
      @Nullable String location = response.header("Location");
      @Nullable HttpUrl to = location == null ? null : from.resolve(location);
      if (to == null || !(to.isHttps() || isBase(to))) {
        throw new IOException("Twilio leads to no safe address for a file of a message.");
      }
      return to;
    }
  }

  private static InputStream content(Response response) throws IOException {
    if (!response.isSuccessful()) {
      try (response) {
        throw new IOException("A file of a message was answered " + response.code() + ".");
      }
    }
    return new FilterInputStream(response.body().byteStream()) {
      @Override
      public void close() {
        response.close();
      }
    };
  }

  private boolean isBase(HttpUrl url) {
    return sameOrigin(url, base);
  }

  private static boolean sameOrigin(HttpUrl one, HttpUrl other) {
    return one.scheme().equals(other.scheme())
        && one.host().equals(other.host())
        && one.port() == other.port();
  }

  private static HttpUrl parsed(String address) throws IOException {
    try {
      return HttpUrl.get(address);
    } catch (IllegalArgumentException e) {
      throw new IOException("A file of a message has no address.");
    }
  }

  @Override
  public void close() {
    SingleAttemptClient.close(trusted);
    SingleAttemptClient.close(guarded);
  }
}
