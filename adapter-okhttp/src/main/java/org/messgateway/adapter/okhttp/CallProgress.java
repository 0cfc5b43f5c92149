package org.messgateway.adapter.okhttp;

import okhttp3.Call;

/**
 * The progress of one call. It is attached to the call, and {@link CallProgressListener} writes it.
 */
final class CallProgress {

  private volatile boolean sent;
  private volatile int status;

  /** The progress of this call, created on first use. */
  static CallProgress of(Call call) {
    return call.tag(CallProgress.class, CallProgress::new);
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
