package org.messgateway.adapter.okhttp;

import java.io.IOException;
import okhttp3.Call;
import okhttp3.MediaType;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;
import org.jspecify.annotations.Nullable;

/**
 * An answer body that fails beyond a size limit, so that a hostile answer does not exhaust the
 * memory. Closing it before its end cancels the call: OkHttp would read on to keep the connection,
 * and a fast sender transmits 100 MB in that time.
 */
final class BoundedBody extends ResponseBody {

  private final ResponseBody body;
  private final BufferedSource source;

  BoundedBody(ResponseBody body, int limit, Call call, CallProgress progress) {
    this.body = body;
    this.source = Okio.buffer(new BoundedSource(body, limit, call, progress));
  }

  @Override
  public @Nullable MediaType contentType() {
    return body.contentType();
  }

  @Override
  public long contentLength() {
    return body.contentLength();
  }

  @Override
  public BufferedSource source() {
    return source;
  }

  private static final class BoundedSource extends ForwardingSource {

    private final Call call;
    private final CallProgress progress;
    private final long length;
    private final int limit;
    private long taken;
    private boolean ended;

    BoundedSource(ResponseBody body, int limit, Call call, CallProgress progress) {
      super(body.source());
      this.call = call;
      this.progress = progress;
      this.length = body.contentLength();
      this.limit = limit;
    }

    @Override
    public long read(Buffer sink, long byteCount) throws IOException {
      try {
        long read = taken < limit ? super.read(sink, Math.min(byteCount, limit - taken)) : end();
        taken += Math.max(0, read);
        ended = read < 0;
        return read;
      } catch (IOException e) {
        throw new TransportException(true, progress.status(), progress.failure(e));
      }
    }

    /** Checks that the body ends at the limit. */
    private long end() throws IOException {
      if (super.read(new Buffer(), 1) >= 0) {
        throw new IOException("the answer is larger than we read");
      }
      return -1;
    }

    @Override
    public void close() throws IOException {
      if (!ended && taken != length) {
        call.cancel();
      }
      super.close();
    }
  }
}
