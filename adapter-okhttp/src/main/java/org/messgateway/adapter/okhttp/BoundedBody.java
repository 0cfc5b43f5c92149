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

/** An answer of which no more than a bound is read: a hostile one must not fill the memory. */
final class BoundedBody extends ResponseBody {

  private final ResponseBody body;
  private final BufferedSource source;

  BoundedBody(ResponseBody body, int limit, Call call) {
    this.body = body;
    this.source = Okio.buffer(new Bounded(body.source(), limit, call));
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

  private static final class Bounded extends ForwardingSource {

    private final Call call;
    private long left;

    Bounded(BufferedSource source, int limit, Call call) {
      super(source);
      this.left = limit;
      this.call = call;
    }

    @Override
    public long read(Buffer sink, long byteCount) throws IOException {
      try {
        long read = super.read(sink, byteCount);
        left -= Math.max(0, read);
        if (left < 0) {
          // Closing alone would read on for a while, to keep the connection.
          call.cancel();
          throw new IOException("the answer is larger than we read");
        }
        return read;
      } catch (IOException e) {
        throw new TransportException(true, Progress.of(call).status(), e);
      }
    }
  }
}
