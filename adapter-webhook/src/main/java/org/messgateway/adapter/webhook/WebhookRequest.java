package org.messgateway.adapter.webhook;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.TaskLinks;
import org.messgateway.api.http.WebhookHeaders;
import org.messgateway.api.http.WebhookKeys;

/** The HTTP request of one attempt. The signed bytes are the sent bytes. */
final class WebhookRequest {

  private WebhookRequest() {}

  static Request of(
      Notification notification, WebhookAddress address, WebhookKeys keys, Instant now) {
    byte[] body =
        switch (address.bodyForm()) {
          case YAML -> notification.document().yaml(address.maxBody());
          case JSON -> notification.document().json(address.maxBody());
        };
    Request.Builder request =
        new Request.Builder()
            .url(address.url())
            .headers(address.headers())
            .post(new SignedBody(body));
    // None of these can be among an address's own (CustomHeaders).
    Map<String, String> headers =
        headers(notification).of(address.bodyForm().mediaType(), body, keys, now);
    for (Map.Entry<String, String> header : headers.entrySet()) {
      request.addHeader(header.getKey(), header.getValue());
    }
    return request.build();
  }

  private static WebhookHeaders headers(Notification notification) {
    TaskLinks links = notification.links();
    return new WebhookHeaders(
        notification.id(),
        notification.kind(),
        notification.thread().ref(),
        notification.recipient().executor(),
        notification.content() instanceof NotificationContent.TaskNews,
        links == null ? null : links.respondText());
  }

  /** Bytes that are sent once; their media type stands among the headers. */
  private static final class SignedBody extends RequestBody {

    private final byte[] bytes;

    SignedBody(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public @Nullable MediaType contentType() {
      return null;
    }

    @Override
    public long contentLength() {
      return bytes.length;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
      sink.write(bytes);
    }

    @Override
    public boolean isOneShot() {
      return true;
    }
  }
}
