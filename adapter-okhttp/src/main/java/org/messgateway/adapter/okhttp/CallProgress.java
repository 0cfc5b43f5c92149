package org.messgateway.adapter.okhttp;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Objects;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * The progress of one call, which OkHttp tells it. A request counts as sent when its head is
 * written completely: no service acts upon half a head, and HTTP/2 refuses new streams earlier on a
 * connection that is closing.
 */
final class CallProgress extends EventListener {

  private final Call call;
  private final @Nullable CallTimeouts limits;
  private volatile boolean sent;
  private volatile int status;
  private volatile long endsAt;
  private volatile boolean cut;

  private CallProgress(Call call, @Nullable CallTimeouts limits) {
    this.call = call;
    this.limits = limits;
  }

  /**
   * Makes one for each call of a client.
   *
   * @param limits for calls without a timeout of their own; null where OkHttp's timeouts hold
   */
  static EventListener.Factory within(@Nullable CallTimeouts limits) {
    return call -> new CallProgress(call, limits);
  }

  /** The progress of this call, which has begun. */
  static CallProgress of(Call call) {
    return Objects.requireNonNull(call.tag(CallProgress.class), "made by another client");
  }

  @Override
  public void callStart(Call begun) {
    call.tag(CallProgress.class, () -> this);
    if (limits != null && call.timeout().timeoutNanos() == 0) {
      limits.begin(this);
    }
  }

  @Override
  public void callEnd(Call ended) {
    if (limits != null) {
      limits.end(this);
    }
  }

  @Override
  public void callFailed(Call failed, IOException failure) {
    callEnd(failed);
  }

  /** From now on the service may act upon the request. */
  @Override
  public void requestHeadersEnd(Call written, Request request) {
    sent = true;
  }

  @Override
  public void responseHeadersEnd(Call answered, Response response) {
    status = response.code();
  }

  /** Sets the end of its time, by {@link System#nanoTime()}. */
  void endAt(long nanos) {
    endsAt = nanos;
  }

  boolean overdue(long now) {
    return now - endsAt >= 0;
  }

  /** Cancels the call, whose time is over: whatever it waits for fails at once. */
  void cut() {
    cut = true;
    call.cancel();
  }

  /** The failure of a call; a timeout where its time was over. */
  IOException failure(IOException failure) {
    if (!cut || failure instanceof InterruptedIOException) {
      return failure;
    }
    InterruptedIOException timeout = new InterruptedIOException("timeout");
    timeout.initCause(failure);
    return timeout;
  }

  boolean mayHaveBeenRead() {
    return sent;
  }

  /** The status of the answer; 0 while there is none. */
  int status() {
    return status;
  }
}
