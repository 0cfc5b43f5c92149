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
 * An answer of which no more than a bound is read: a hostile one must not fill the memory. Closed
 * before its end, it ends the call: OkHttp would go on reading for a while to save the connection,
 * and a fast sender pushes a hundred megabytes through in that time.
 */
final class BoundedBody extends ResponseBody {

  private final ResponseBody body;
  private final Call call;
  private final Bounded bounded;
  private final BufferedSource source;

  BoundedBody(ResponseBody body, int limit, Call call, Progress progress) {
    this.body = body;
    this.call = call;
    this.bounded = new Bounded(body.source(), limit, progress);
    this.source = Okio.buffer(bounded);
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

  @Override
  public void close() {
    if (!bounded.ended && body.contentLength() != 0) {
      call.cancel();
    }
    super.close();
  }

  private static final class Bounded extends ForwardingSource {

    private final Progress progress;
    private long left;
    private boolean ended;

    Bounded(BufferedSource source, int limit, Progress progress) {
      super(source);
      this.left = limit;
      this.progress = progress;
    }

    @Override
    public long read(Buffer sink, long byteCount) throws IOException {
      try {
        long read = left > 0 ? super.read(sink, Math.min(byteCount, left)) : end();
        left -= Math.max(0, read);
        ended = read < 0;
        return read;
      } catch (IOException e) {
        throw new TransportException(true, progress.status(), e);
      }
    }

    /** Beyond the bound only the end may come. */
    private long end() throws IOException {
      if (super.read(new Buffer(), 1) >= 0) {
        throw new IOException("the answer is larger than we read");
      }
      return -1;
    }
  }
}
