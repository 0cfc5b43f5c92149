package org.messgateway.adapter.slack;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import org.jspecify.annotations.Nullable;

/**
 * One connection of Socket Mode. Envelopes are acknowledged in the order they came, each as soon as
 * it is on the disk.
 */
final class SocketLink extends WebSocketListener {

  private static final int GOING = 1000;

  private final SlackIntake intake;
  private final Consumer<WebSocket> ended;
  private final CompletableFuture<Void> hello = new CompletableFuture<>();
  private final CompletableFuture<Void> leaving = new CompletableFuture<>();
  private volatile boolean useless;

  /**
   * @param ended is told when nothing is left of the connection
   */
  SocketLink(SlackIntake intake, Consumer<WebSocket> ended) {
    this.intake = intake;
    this.ended = ended;
  }

  /** Whether what is pressed now comes through here. */
  boolean open() {
    return hello.isDone() && !hello.isCompletedExceptionally() && !useless;
  }

  /** Waits until Slack says hello. */
  void awaitHello(Duration limit) throws IOException, InterruptedException {
    try {
      hello.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("Slack did not say hello.", e);
    }
  }

  /** Waits until it is time for another connection; a dead one is found out by its pings. */
  void awaitLeaving() throws InterruptedException {
    try {
      leaving.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void onMessage(WebSocket socket, String text) {
    Parsed message = Parsed.of(text);
    switch (message.at("type").text()) {
      case "hello" -> hello.complete(null);
      case "disconnect" -> {
        useless = message.at("reason").text().equals("link_disabled");
        leaving.complete(null);
      }
      default -> envelope(socket, message);
    }
  }

  private void envelope(WebSocket socket, Parsed message) {
    String id = message.at("envelope_id").text();
    String payload = String.valueOf(message.at("payload").json());
    if (!id.isEmpty() && intake.take(payload.getBytes(UTF_8))) {
      JsonObject acknowledged = new JsonObject();
      acknowledged.addProperty("envelope_id", id);
      socket.send(acknowledged.toString());
    }
  }

  @Override
  public void onClosing(WebSocket socket, int code, String reason) {
    socket.close(GOING, null);
    over();
  }

  @Override
  public void onClosed(WebSocket socket, int code, String reason) {
    over();
    ended.accept(socket);
  }

  @Override
  public void onFailure(WebSocket socket, Throwable failure, @Nullable Response response) {
    over();
    ended.accept(socket);
  }

  private void over() {
    useless = true;
    hello.completeExceptionally(new IOException("The connection ended."));
    leaving.complete(null);
  }
}
