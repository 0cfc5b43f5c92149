package org.messgateway.adapter.telegram;

import java.io.IOException;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.Response;

/** Puts the path of {@code base_url} in front, for which Telegram's client has no place. */
record PathPrefix(String prefix) implements Interceptor {

  @Override
  public Response intercept(Chain chain) throws IOException {
    if (prefix.isEmpty()) {
      return chain.proceed(chain.request());
    }
    HttpUrl url = chain.request().url();
    HttpUrl prefixed = url.newBuilder().encodedPath(prefix + url.encodedPath()).build();
    return chain.proceed(chain.request().newBuilder().url(prefixed).build());
  }
}
