package org.messgateway.adapter.okhttp;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** Makes bodies one-shot, answers bounded, and failures say whether anything was sent. */
final class OneTryInterceptor implements Interceptor {

  private final int maxAnswer;

  OneTryInterceptor(int maxAnswer) {
    this.maxAnswer = maxAnswer;
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    Progress progress = new Progress();
    Request request = chain.request();
    RequestBody body = request.body();
    Request once =
        request
            .newBuilder()
            .method(request.method(), body == null ? null : new OneShotBody(body))
            .tag(Progress.class, progress)
            .build();
    try {
      Response response = chain.proceed(once);
      return response.newBuilder().body(new BoundedBody(response.body(), maxAnswer)).build();
    } catch (IOException e) {
      throw new TransportException(progress.sent(), e);
    }
  }
}
