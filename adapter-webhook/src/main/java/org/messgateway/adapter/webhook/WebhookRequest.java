package org.messgateway.adapter.webhook;

import java.time.Instant;
import java.util.List;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.Secret;
import org.messgateway.api.TaskLinks;
import org.messgateway.api.http.WebhookHeaders;

/** The HTTP request of one attempt. The signed bytes are the sent bytes. */
final class WebhookRequest {

  private static final MediaType YAML = MediaType.get(WebhookAddress.BodyForm.YAML.mediaType());
  private static final MediaType JSON = MediaType.get(WebhookAddress.BodyForm.JSON.mediaType());

  private static final String AGENT = "mess-gateway";

  private WebhookRequest() {}

  static Request of(
      Notification notification, WebhookAddress address, List<Secret> keys, Instant now) {
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
    Request.Builder request =
        new Request.Builder().url(address.url()).post(RequestBody.create(body, mediaType));
    address.headers().forEach(request::header);
    headers(notification)
        .of(address.bodyForm().mediaType(), body, keys, now)
        .forEach(request::header);
    // A small machine that zips its answer all the same would only make it harder to bound.
    request.header("Accept-Encoding", "identity");
    if (request.build().header("User-Agent") == null) {
      request.header("User-Agent", AGENT);
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
        links == null ? null : links.respond());
  }
}
