package org.messgateway.adapter.okhttp;

import java.io.IOException;
import java.io.InterruptedIOException;
import okhttp3.Call;

/**
 * The progress of one call. It is attached to the call, and {@link CallProgressListener} writes it.
 */
final class CallProgress {

  private final Call call;
  private volatile boolean sent;
  private volatile int status;
  private volatile long endsAt;
  private volatile boolean cut;

  private CallProgress(Call call) {
    this.call = call;
  }

  /** The progress of this call, created on first use. */
  static CallProgress of(Call call) {
    return call.tag(CallProgress.class, () -> new CallProgress(call));
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

  /**
   * Records that the request's head was written. From now on the service may act upon the request.
   */
  void recordSent() {
    sent = true;
  }

  /** Records the status line and headers of an answer. */
  void recordStatus(int code) {
    status = code;
  }

  boolean mayHaveBeenRead() {
    return sent;
  }

  /** The status of the answer; 0 while there is none. */
  int status() {
    return status;
  }
}
