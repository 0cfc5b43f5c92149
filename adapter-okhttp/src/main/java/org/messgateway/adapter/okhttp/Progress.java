package org.messgateway.adapter.okhttp;

import okhttp3.Call;

/** How far one call has come; travels with the call, written by {@link ProgressListener}. */
final class Progress {

  private volatile boolean sent;
  private volatile int status;

  /** The progress of this call; made at the first asking. */
  static Progress of(Call call) {
    return call.tag(Progress.class, Progress::new);
  }

  /** Called when the request's head has been written: from now on somebody may act upon it. */
  void sent() {
    sent = true;
  }

  /** Called when the status line and the headers of an answer were read. */
  void answered(int code) {
    status = code;
  }

  boolean mayHaveBeenRead() {
    return sent;
  }

  /** Status of the answer, 0 while there is none. */
  int status() {
    return status;
  }
}
