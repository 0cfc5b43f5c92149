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
 * One connection of Socket Mode. Envelopes are acknowledged in the order of their arrival, each as
 * soon as it is on the disk.
 */
final class SocketModeConnection extends WebSocketListener {

  private static final int GOING = 1000;

  private final SlackEventQueue intake;
  private final Consumer<WebSocket> ended;
  private final CompletableFuture<Void> hello = new CompletableFuture<>();
  private final CompletableFuture<Void> leaving = new CompletableFuture<>();
  private volatile boolean useless;

  /**
   * @param ended called when the connection has ended completely
   */
  SocketModeConnection(SlackEventQueue intake, Consumer<WebSocket> ended) {
    this.intake = intake;
    this.ended = ended;
  }

  /** Whether presses arrive over this connection now. */
  boolean open() {
    return hello.isDone() && !hello.isCompletedExceptionally() && !useless;
  }

  /** Waits for Slack's hello. */
  void awaitHello(Duration limit) throws IOException, InterruptedException {
    try {
      hello.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("Slack did not say hello.", e);
    }
  }

  /** Waits until the connection needs a successor. Pings detect a dead connection. */
  void awaitLeaving() throws InterruptedException {
    try {
      leaving.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void onMessage(WebSocket socket, String text) {
    LenientJson message = LenientJson.of(text);
    switch (message.at("type").text()) {
      case "hello" -> hello.complete(null);
      case "disconnect" -> {
        useless = message.at("reason").text().equals("link_disabled");
        leaving.complete(null);
      }
      default -> envelope(socket, message);
    }
  }

  private void envelope(WebSocket socket, LenientJson message) {
    String id = message.at("envelope_id").text();
    String payload = String.valueOf(message.at("payload").json());
    if (!id.isEmpty() && intake.accept(payload.getBytes(UTF_8))) {
      JsonObject acknowledged = new JsonObject();
      acknowledged.addProperty("envelope_id", id);
      socket.send(acknowledged.toString());
    }
  }

  @Override
  public void onClosing(WebSocket socket, int code, String reason) {
    socket.close(GOING, null);
    finish();
  }

  @Override
  public void onClosed(WebSocket socket, int code, String reason) {
    finish();
    ended.accept(socket);
  }

  @Override
  public void onFailure(WebSocket socket, Throwable failure, @Nullable Response response) {
    finish();
    ended.accept(socket);
  }

  private void finish() {
    useless = true;
    hello.completeExceptionally(new IOException("The connection ended."));
    leaving.complete(null);
  }
}
