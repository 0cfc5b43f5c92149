package org.messgateway.adapter.webhook;

import java.time.Instant;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.TaskLinks;
import org.messgateway.api.http.WebhookHeaders;
import org.messgateway.api.http.WebhookKeys;

/** The HTTP request of one attempt. The signed bytes are the sent bytes. */
final class WebhookRequest {

  private static final MediaType YAML = MediaType.get(WebhookAddress.BodyForm.YAML.mediaType());
  private static final MediaType JSON = MediaType.get(WebhookAddress.BodyForm.JSON.mediaType());

  private WebhookRequest() {}

  static Request of(
      Notification notification, WebhookAddress address, WebhookKeys keys, Instant now) {
    byte[] body =
        switch (address.bodyForm()) {
          case YAML -> notification.document().yaml(address.maxBody());
          case JSON -> notification.document().json(address.maxBody());
        };
    MediaType mediaType =
        switch (address.bodyForm()) {
          case YAML -> YAML;
          case JSON -> JSON;
        };
    Headers.Builder headers = address.headers().newBuilder();
    headers(notification).of(address.bodyForm().mediaType(), body, keys, now).forEach(headers::set);
    return new Request.Builder()
        .url(address.url())
        .headers(headers.build())
        .post(RequestBody.create(body, mediaType))
        .build();
  }

  private static WebhookHeaders headers(Notification notification) {
    TaskLinks links = notification.links();
    return new WebhookHeaders(
        notification.id(),
        notification.kind(),
        notification.thread().ref(),
        notification.recipient().executor(),
        notification.content() instanceof NotificationContent.TaskNews,
        links == null ? null : links.respond());
  }
}
