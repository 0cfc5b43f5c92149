package org.messgateway.adapter.okhttp;

import java.io.IOException;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Records the progress of calls. A request counts as sent when its head is written completely: no
 * service acts upon half a head, and HTTP/2 refuses new streams earlier on a connection that is
 * closing.
 */
final class CallProgressListener extends EventListener {

  private final @Nullable CallTimeouts limits;

  /**
   * @param limits for calls without a timeout of their own; null where OkHttp's timeouts hold
   */
  CallProgressListener(@Nullable CallTimeouts limits) {
    this.limits = limits;
  }

  @Override
  public void callStart(Call call) {
    if (limits != null && call.timeout().timeoutNanos() == 0) {
      limits.begin(CallProgress.of(call));
    }
  }

  @Override
  public void callEnd(Call call) {
    if (limits != null) {
      limits.end(CallProgress.of(call));
    }
  }

  @Override
  public void callFailed(Call call, IOException failure) {
    callEnd(call);
  }

  @Override
  public void requestHeadersEnd(Call call, Request request) {
    CallProgress.of(call).recordSent();
  }

  @Override
  public void responseHeadersEnd(Call call, Response response) {
    CallProgress.of(call).recordStatus(response.code());
  }
}
