package org.messgateway.adapter.okhttp;

import java.io.IOException;
import java.io.InterruptedIOException;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** Makes bodies one-shot, answers bounded, and failures say whether anything was sent. */
final class OneTryInterceptor implements Interceptor {

  private static final int MOST_PASSED_OVER = 64;

  private final int maxAnswer;

  OneTryInterceptor(int maxAnswer) {
    this.maxAnswer = maxAnswer;
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    Progress progress = Progress.of(chain.call());
    try {
      Response response = onAnOpenConnection(chain);
      BoundedBody body = new BoundedBody(response.body(), maxAnswer, chain.call(), progress);
      return response.newBuilder().body(body).build();
    } catch (IOException e) {
      throw new TransportException(progress.mayHaveBeenRead(), progress.status(), e);
    } catch (Exception e) {
      throw new TransportException(progress.mayHaveBeenRead(), progress.status(), interrupted(e));
    }
  }

  /** Connections that the other side has closed are passed over: nothing was sent on them. */
  private static Response onAnOpenConnection(Chain chain) throws IOException {
    Request once = once(chain.request());
    for (int passedOver = 0; passedOver < MOST_PASSED_OVER; passedOver++) {
      try {
        return chain.proceed(once);
      } catch (StaleConnectionException stale) {
        // The pool has dropped it and offers the next, in the end a new one.
      }
    }
    return chain.proceed(once);
  }

  private static Request once(Request request) {
    RequestBody body = request.body();
    return body == null
        ? request
        : request.newBuilder().method(request.method(), new OneShotBody(body)).build();
  }

  /** Kotlin lets an InterruptedException through where Java expects none, and eats the flag. */
  private static IOException interrupted(Exception e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted");
      interrupted.initCause(e);
      return interrupted;
    }
    if (e instanceof RuntimeException unexpected) {
      throw unexpected;
    }
    return new IOException(e);
  }
}
