package org.messgateway.adapter.okhttp;

import java.io.IOException;
import java.io.InterruptedIOException;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** Makes bodies one-shot, answers bounded, and failures say whether anything was sent. */
final class OneTryInterceptor implements Interceptor {

  /** As many as the pool keeps. */
  private static final int MOST_STALE = OneTryClient.IDLE_CONNECTIONS;

  private final int maxAnswer;

  OneTryInterceptor(int maxAnswer) {
    this.maxAnswer = maxAnswer;
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    Progress progress = Progress.of(chain.call());
    try {
      Response response = proceed(chain, once(chain.request()));
      return response
          .newBuilder()
          .body(new BoundedBody(response.body(), maxAnswer, chain.call()))
          .build();
    } catch (IOException e) {
      throw new TransportException(progress.mayHaveBeenRead(), progress.status(), e);
    } catch (Exception e) {
      throw new TransportException(progress.mayHaveBeenRead(), progress.status(), interrupted(e));
    }
  }

  /** Stale connections do not count: over them nothing was sent. Each is met once. */
  private static Response proceed(Chain chain, Request request) throws IOException {
    for (int stale = 0; stale < MOST_STALE; stale++) {
      try {
        return chain.proceed(request);
      } catch (FreshConnection.Stale next) {
        // Closed by the other side and by now by us: the pool will not offer it again.
      }
    }
    return chain.proceed(request);
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
