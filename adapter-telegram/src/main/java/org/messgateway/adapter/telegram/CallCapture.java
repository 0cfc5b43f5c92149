package org.messgateway.adapter.telegram;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import okhttp3.Call;
import okhttp3.Interceptor;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.http.RetryAfter;

/**
 * Captures one request that Telegram's client starts: the call, so that it can be cancelled, and
 * the status, which the client discards when the body is not JSON.
 */
final class CallCapture implements Interceptor {

  private volatile @Nullable Call call;
  private volatile boolean cancelled;
  private volatile int status;
  private volatile @Nullable String retryAfter;

  @Override
  public Response intercept(Chain chain) throws IOException {
    call = chain.call();
    if (cancelled) {
      chain.call().cancel();
    }
    Response response = chain.proceed(chain.request());
    retryAfter = response.header("Retry-After");
    status = response.code();
    return response;
  }

  /** Cancels the request, started or not. */
  void cancel() {
    cancelled = true;
    Call started = call;
    if (started != null) {
      started.cancel();
    }
  }

  /** The HTTP status; 0 while there is none. */
  int status() {
    return status;
  }

  @Nullable Duration retryAfter(Instant now) {
    return RetryAfter.parse(retryAfter, now).orElse(null);
  }
}
