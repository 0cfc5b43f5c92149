package org.messgateway.gateway.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.messgateway.api.Address;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.Recipient;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.routing.Executor;

/** A message to try an address out: of kind {@code test}, about no thread in the exchange. */
public final class TestMessage {

  private static final String REF = "test";

  private TestMessage() {}

  public static Notification to(Executor executor, Address address, String title, String from) {
    return new Notification(
        newId(),
        new NotificationContent.ChannelTest(),
        title,
        address,
        List.of(new Recipient(executor.id(), executor.name(), executor.zone(), executor.texts())),
        thread(from),
        null,
        null,
        Set.of(),
        new TestDocument(from));
  }

  /** Each test is a delivery of its own. */
  private static String newId() {
    byte[] id = new byte[16];
    new SecureRandom().nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  private static MessThread thread(String from) {
    Envelope envelope = Envelope.of(REF, from, ThreadStatus.PENDING);
    ThreadMessage request =
        new ThreadMessage(
            0, from, null, null, List.of(), List.of(Payload.Request.of("This is a test.")));
    return new MessThread(REF, envelope, List.of(request));
  }

  private record TestDocument(String from) implements TaskDocument {

    @Override
    public byte[] yaml(int maxBytes) {
      return """
      ref: test
      requestor: "%s"
      executor: null
      status: pending
      intent: This is a test.
      ---
      from: "%s"
      MESS:
        - request:
            intent: This is a test.
      """
          .formatted(from, from)
          .getBytes(UTF_8);
    }

    @Override
    public byte[] json(int maxBytes) {
      return """
      {"envelope":{"ref":"test","requestor":"%s","executor":null,"status":"pending","intent":"This is a test."},\
      "messages":[{"from":"%s","MESS":[{"request":{"intent":"This is a test."}}]}]}\
      """
          .formatted(from, from)
          .getBytes(UTF_8);
    }
  }
}
