package org.messgateway.adapter.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.List;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.Secret;
import org.messgateway.api.http.WebhookSignature;

/** The HTTP request of one attempt. The signed bytes are the sent bytes. */
final class WebhookRequest {

  private static final MediaType YAML = MediaType.get(WebhookAddress.BodyForm.YAML.mediaType());
  private static final MediaType JSON = MediaType.get(WebhookAddress.BodyForm.JSON.mediaType());

  private static final String PROTOCOL = "1";
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
    signed(request, notification, body, keys, now);
    hints(request, notification);
    return request.build();
  }

  private static void signed(
      Request.Builder request,
      Notification notification,
      byte[] body,
      List<Secret> keys,
      Instant now) {
    String id = notification.id();
    request
        .header(WebhookSignature.ID, id)
        .header(WebhookSignature.TIMESTAMP, Long.toString(now.getEpochSecond()))
        .header(WebhookSignature.SIGNATURE, WebhookSignature.header(id, now, body, keys));
  }

  /** Adds headers for the receiver's routing. Only the signed envelope is authoritative. */
  private static void hints(Request.Builder request, Notification notification) {
    request
        .header("mess-version", PROTOCOL)
        .header("mess-ref", encoded(notification.thread().ref()))
        .header("mess-kind", notification.kind().code())
        .header(recipient(notification), encoded(notification.recipient().executor()))
        // A small machine that zips its answer all the same would only make it harder to bound.
        .header("Accept-Encoding", "identity");
    if (notification.links() != null) {
      request.header("mess-respond", notification.links().respond().toASCIIString());
    }
    if (request.build().header("User-Agent") == null) {
      request.header("User-Agent", AGENT);
    }
  }

  private static String recipient(Notification notification) {
    return notification.content() instanceof NotificationContent.TaskNews
        ? "mess-agent"
        : "mess-executor";
  }

  /**
   * A header's value: printable ASCII unchanged except for the percent sign, the rest as %XX of its
   * UTF-8.
   */
  static String encoded(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte each : text.getBytes(UTF_8)) {
      boolean plain = each > ' ' && each < 0x7F && each != '%';
      encoded.append(plain ? String.valueOf((char) each) : String.format("%%%02X", each));
    }
    return encoded.toString();
  }
}
