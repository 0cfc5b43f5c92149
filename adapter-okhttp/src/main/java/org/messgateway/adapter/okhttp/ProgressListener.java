package org.messgateway.adapter.okhttp;

import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Notes how far calls come. The head of a request counts as sent when it was written whole: nobody
 * can act upon half a head, and HTTP/2 refuses new streams on a connection that is ending before
 * that.
 */
final class ProgressListener extends EventListener {

  @Override
  public void requestHeadersEnd(Call call, Request request) {
    Progress.of(call).sent();
  }

  @Override
  public void responseHeadersEnd(Call call, Response response) {
    Progress.of(call).answered(response.code());
  }
}
