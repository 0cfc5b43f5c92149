package org.messgateway.adapter.okhttp;

import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Records the progress of calls. A request counts as sent when its head is written completely: no
 * service acts upon half a head, and HTTP/2 refuses new streams earlier on a connection that is
 * closing.
 */
final class CallProgressListener extends EventListener {

  @Override
  public void requestHeadersEnd(Call call, Request request) {
    CallProgress.of(call).recordSent();
  }

  @Override
  public void responseHeadersEnd(Call call, Response response) {
    CallProgress.of(call).recordStatus(response.code());
  }
}
