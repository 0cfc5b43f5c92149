package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.http.Inbox.Cursor;
import org.messgateway.gateway.http.Inbox.Item;
import org.messgateway.gateway.http.limits.RequestPlaces;
import org.messgateway.gateway.links.StoredToken;
import org.messgateway.gateway.links.TokenKind;

/**
 * {@code GET /inbox/{owner}}: notifications of an executor or an agent, by long poll or as
 * server-sent events. Delivery is at least once: asking for items after an item acknowledges that
 * item.
 */
public final class InboxRoutes implements HttpService {

  private static final HeaderName LAST_EVENT_ID = HeaderNames.create("Last-Event-ID");
  private static final int PAGE = 50;

  /** Requests that may wait here at the same time; the server has places for 768 that wait. */
  private static final int WAITING = 128;

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  /**
   * How long what happened before there was a token may need until it is told: a moment, unless the
   * machine is busy or many tasks are looked at again.
   */
  private static final Duration BEGINNING = Duration.ofSeconds(20);

  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  /**
   * After this time a stream ends; its client connects again by itself, perhaps to another node.
   */
  private static final Duration LONGEST_STREAM = Duration.ofMinutes(10);

  private final TokenGate gate;
  private final Inbox inbox;
  private final LongSupplier nanoTime;
  private final Semaphore waiting = new Semaphore(WAITING);
  private final ObjectMapper json = new ObjectMapper();
  private final ObjectMapper yaml = new ObjectMapper(new YAMLFactory());

  /**
   * @param nanoTime a monotonic clock
   */
  public InboxRoutes(TokenGate gate, Inbox inbox, LongSupplier nanoTime) {
    this.gate = gate;
    this.inbox = inbox;
    this.nanoTime = nanoTime;
  }

  @Override
  public void routing(HttpRules rules) {
    rules.get("/inbox/{owner}", this::inbox);
  }

  private void inbox(ServerRequest request, ServerResponse response) throws IOException {
    StoredToken owner = owner(request);
    Cursor after = after(request);
    boolean events =
        request.headers().first(HeaderNames.ACCEPT).orElse("").contains("text/event-stream");
    Duration asked = wait(request);
    Duration wait =
        after == null && inbox.begin(owner) && asked.compareTo(BEGINNING) < 0 ? BEGINNING : asked;
    if (!events && wait.isZero()) {
      send(request, response, inbox.after(owner, after, PAGE));
      return;
    }
    if (!RequestPlaces.waits(request) || !waiting.tryAcquire()) {
      throw new ProblemException(503, "Not now", "Too many are waiting already. Ask without wait=.")
          .retryAfter(Duration.ofSeconds(5));
    }
    try {
      if (events) {
        stream(request, response, owner, after);
      } else {
        send(request, response, awaited(owner, after, wait));
      }
    } finally {
      waiting.release();
    }
  }

  private StoredToken owner(ServerRequest request) {
    StoredToken owner = gate.of(request, TokenKind.EXECUTOR, TokenKind.AGENT);
    if (!owner.name().equals(request.path().pathParameters().get("owner"))) {
      throw new ProblemException(403, "Forbidden", "This token is for another inbox.");
    }
    return owner;
  }

  private static @Nullable Cursor after(ServerRequest request) {
    Optional<String> asked =
        request
            .headers()
            .first(LAST_EVENT_ID)
            .or(() -> request.query().first("after").asOptional())
            .filter(text -> !text.isEmpty());
    return asked.isEmpty()
        ? null
        : Cursor.of(asked.get())
            .orElseThrow(() ->
                new ProblemException(
                    400, "Bad request", "after= wants what an earlier answer called `after`."));
  }

  private static Duration wait(ServerRequest request) {
    String asked = request.query().first("wait").orElse("0");
    if (!asked.matches("\\d{1,4}s?")) {
      throw new ProblemException(400, "Bad request", "wait= wants seconds, like 30s.");
    }
    Duration wait = Duration.ofSeconds(Long.parseLong(asked.replace("s", "")));
    return wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
  }

  /** Without items when nothing came in time, or the gateway is being stopped. */
  private Inbox.Page awaited(StoredToken owner, @Nullable Cursor after, Duration wait) {
    long until = nanoTime.getAsLong() + wait.toNanos();
    Inbox.Page page = new Inbox.Page(List.of(), after);
    try (Inbox.Waiting bell = inbox.waiting(owner.name())) {
      page = inbox.after(owner, after, PAGE);
      long left = until - nanoTime.getAsLong();
      while (page.items().isEmpty() && left > 0) {
        bell.await(Duration.ofNanos(left));
        page = inbox.after(owner, page.next(), PAGE);
        left = until - nanoTime.getAsLong();
      }
    } catch (InterruptedException stopping) {
      // The caller asks again later, from where it is.
    }
    return page;
  }

  private void send(ServerRequest request, ServerResponse response, Inbox.Page page)
      throws JsonProcessingException {
    ObjectNode body = json.createObjectNode();
    page.items().forEach(item -> body.withArray("/items").add(item.content()));
    body.withArray("/items");
    body.put("after", page.next() == null ? "" : page.next().text());
    boolean asYaml = AcceptHeader.yaml(request);
    response
        .header(HeaderNames.CONTENT_TYPE, asYaml ? "application/yaml" : "application/json")
        .send((asYaml ? yaml : json).writeValueAsBytes(body));
  }

  private void stream(
      ServerRequest request, ServerResponse response, StoredToken owner, @Nullable Cursor from)
      throws IOException {
    response.header(HeaderNames.CONTENT_TYPE, "text/event-stream");
    long until = nanoTime.getAsLong() + LONGEST_STREAM.toNanos();
    long beat = nanoTime.getAsLong();
    Cursor after = from;
    try (Inbox.Waiting bell = inbox.waiting(owner.name());
        OutputStream out = response.outputStream()) {
      while (nanoTime.getAsLong() < until && still(request)) {
        Inbox.Page page = inbox.after(owner, after, PAGE);
        after = page.next();
        for (Item item : page.items()) {
          out.write(event(item));
        }
        if (page.items().isEmpty() && nanoTime.getAsLong() >= beat) {
          out.write(heartbeat(after));
          beat = nanoTime.getAsLong() + HEARTBEAT.toNanos();
        }
        out.flush();
        if (page.items().isEmpty()) {
          bell.await(HEARTBEAT);
        }
      }
    } catch (InterruptedException stopping) {
      // The gateway is being stopped: the stream ends, and the client connects again later.
    }
  }

  /** With an id, but no event: who connects again before the first one goes on from here. */
  private static byte[] heartbeat(@Nullable Cursor after) {
    String id = after == null ? "" : "\nid: " + after.text();
    return (": still here" + id + "\n\n").getBytes(UTF_8);
  }

  /** Checked again while a stream runs, so that a revoked token ends it. */
  private boolean still(ServerRequest request) {
    try {
      owner(request);
      return true;
    } catch (ProblemException e) {
      return false;
    }
  }

  private byte[] event(Item item) throws JsonProcessingException {
    return ("id: "
            + item.cursor().text()
            + "\nevent: "
            + item.kind()
            + "\ndata: "
            + json.writeValueAsString(item.content())
            + "\n\n")
        .getBytes(UTF_8);
  }
}
