package org.messgateway.adapter.okhttp;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Response;

/** Sits behind the connection: whoever comes here is about to send. */
final class SentInterceptor implements Interceptor {

  @Override
  public Response intercept(Chain chain) throws IOException {
    Progress progress = chain.request().tag(Progress.class);
    if (progress != null) {
      progress.sending();
    }
    return chain.proceed(chain.request());
  }
}
