package org.messgateway.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationText;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Receipt;
import org.messgateway.api.Settings;
import org.messgateway.api.http.HttpOutcomes;

/** As little as a good adapter can be: posts the words; bad ones in the tests inherit from it. */
class ExampleAdapter implements Adapter {

  static {
    // Without it this client connects a second time by itself after a reset.
    System.setProperty("jdk.httpclient.disableRetryConnect", "true");
  }

  final Settings settings;
  final AdapterServices services;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client;

  ExampleAdapter(Settings settings, AdapterServices services, HttpClient.Redirect redirects) {
    this.settings = settings;
    this.services = services;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(redirects)
            .executor(threads)
            .build();
  }

  ExampleAdapter(Settings settings, AdapterServices services) {
    this(settings, services, HttpClient.Redirect.NEVER);
  }

  @Override
  public Outcome deliver(Notification notification) {
    try {
      HttpResponse<InputStream> response =
          client.send(request(notification), HttpResponse.BodyHandlers.ofInputStream());
      response.body().close();
      String wait = response.headers().firstValue("retry-after").orElse(null);
      return HttpOutcomes.failure(response.statusCode(), wait, services.clock().instant())
          .orElseGet(() -> new Delivered(Receipt.NONE));
    } catch (ConnectException e) {
      return failed(FailureReason.UNREACHABLE, Reach.BEFORE_SENDING);
    } catch (HttpTimeoutException e) {
      return failed(FailureReason.TIMEOUT, Reach.POSSIBLY_SENT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed(FailureReason.UNCERTAIN, Reach.POSSIBLY_SENT);
    } catch (IOException e) {
      return failed(FailureReason.UNCERTAIN, Reach.POSSIBLY_SENT);
    }
  }

  private static Deferred failed(FailureReason reason, Reach reach) {
    return new Deferred(reason, "It did not work.", reach);
  }

  HttpRequest request(Notification notification) {
    NotificationText notificationText =
        NotificationText.of(notification, services.clock().instant());
    return HttpRequest.newBuilder(settings.url("base_url").orElseGet(() -> URI.create("http://x")))
        .header("Authorization", "Bearer " + settings.secret("token").orElseThrow().reveal())
        .timeout(services.timeLimit())
        .POST(HttpRequest.BodyPublishers.ofByteArray(notificationText.headline().getBytes(UTF_8)))
        .build();
  }

  @Override
  public void close() {
    client.shutdownNow();
    threads.shutdownNow();
  }
}
