package org.messgateway.adapter.okhttp;

import java.io.IOException;
import java.io.InterruptedIOException;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/**
 * Makes request bodies one-shot, bounds answers, and records in every failure whether the request
 * was sent.
 */
final class SingleAttemptInterceptor implements Interceptor {

  private static final int MOST_PASSED_OVER = 64;

  private final int maxAnswer;

  SingleAttemptInterceptor(int maxAnswer) {
    this.maxAnswer = maxAnswer;
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    CallProgress progress = CallProgress.of(chain.call());
    try {
      Response response = onAnOpenConnection(chain);
      if (response.body().contentLength() == 0) {
        return response;
      }
      BoundedBody body = new BoundedBody(response.body(), maxAnswer, chain.call(), progress);
      return response.newBuilder().body(body).build();
    } catch (IOException e) {
      throw new TransportException(
          progress.mayHaveBeenRead(), progress.status(), progress.failure(e));
    } catch (Exception e) {
      throw new TransportException(progress.mayHaveBeenRead(), progress.status(), interrupted(e));
    }
  }

  /** Skips pooled connections that the remote side has closed; nothing was sent on them. */
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
    return body == null || body.isOneShot()
        ? request
        : request.newBuilder().method(request.method(), new SingleAttemptBody(body)).build();
  }

  /**
   * Kotlin code throws InterruptedException undeclared and clears the interrupt flag; this restores
   * the flag.
   */
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

  /** A body that OkHttp must not send a second time. */
  private static final class SingleAttemptBody extends RequestBody {

    private final RequestBody body;

    SingleAttemptBody(RequestBody body) {
      this.body = body;
    }

    @Override
    public @Nullable MediaType contentType() {
      return body.contentType();
    }

    @Override
    public long contentLength() throws IOException {
      return body.contentLength();
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
      body.writeTo(sink);
    }

    @Override
    public boolean isOneShot() {
      return true;
    }
  }
}
