package org.messgateway.adapter.okhttp;

import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/** A body that OkHttp must not send a second time. */
final class OneShotBody extends RequestBody {

  private final RequestBody body;

  OneShotBody(RequestBody body) {
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
