package org.messgateway.adapter.webhook;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import org.messgateway.api.ServiceReply;
import org.messgateway.testkit.CostLimit;
import org.messgateway.testkit.EnlargedInput;

/** Whatever a destination says beside its 200: it is handed on as it came, cut at the limit. */
class WebhookReplyFuzz {

  private static final Request REQUEST =
      new Request.Builder().url("https://robot.example.com/mess").build();

  /** The first line is the type, the rest the body. */
  @FuzzTest
  void read(byte[] input) {
    for (byte[] each : EnlargedInput.of(input)) {
      int end = lineEnd(each);
      String type = new String(each, 0, end, ISO_8859_1);
      byte[] body = Arrays.copyOfRange(each, Math.min(end + 1, each.length), each.length);
      CostLimit.within(each.length, () -> assertHandedOn(type, body));
      CostLimit.within(WebhookReplyReader.MOST, () -> assertCut(type, body));
    }
  }

  private static int lineEnd(byte[] bytes) {
    int end = 0;
    while (end < bytes.length && bytes[end] != '\n') {
      end++;
    }
    return end;
  }

  private static void assertHandedOn(String type, byte[] body) {
    read(type, body)
        .ifPresent(reply -> {
          assertArrayEquals(body, reply.body());
          assertTrue(reply.complete());
        });
  }

  private static void assertCut(String type, byte[] body) {
    read(type, Arrays.copyOf(body, WebhookReplyReader.MOST + 1))
        .ifPresent(reply -> {
          assertEquals(WebhookReplyReader.MOST, reply.body().length);
          assertTrue(!reply.complete());
        });
  }

  private static Optional<ServiceReply> read(String type, byte[] body) {
    MediaType media = MediaType.parse(type);
    Response response =
        new Response.Builder()
            .request(REQUEST)
            .protocol(Protocol.HTTP_1_1)
            .code(200)
            .message("OK")
            .body(ResponseBody.create(new Buffer().write(body), media, body.length))
            .build();
    return WebhookReplyReader.read(response, Duration.ofSeconds(5));
  }
}
