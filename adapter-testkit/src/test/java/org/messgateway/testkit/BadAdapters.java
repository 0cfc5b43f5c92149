package org.messgateway.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Logger;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Receipt;
import org.messgateway.api.Settings;
import org.messgateway.api.TaskLinks;
import org.slf4j.LoggerFactory;

/** Adapters with one mistake each, as they are really made. */
final class BadAdapters {

  private BadAdapters() {}

  /** Sends again by itself when the service is not available. */
  static final class Retries extends ExampleAdapter {

    Retries(Settings settings, AdapterServices services) {
      super(settings, services);
    }

    @Override
    public Outcome deliver(Notification notification) {
      Outcome first = super.deliver(notification);
      return first instanceof Deferred deferred && deferred.reason() == FailureReason.UNAVAILABLE
          ? super.deliver(notification)
          : first;
    }
  }

  /** Says its token when it fails. */
  static final class Blabs extends ExampleAdapter {

    Blabs(Settings settings, AdapterServices services) {
      super(settings, services);
    }

    @Override
    public Outcome deliver(Notification notification) {
      Outcome outcome = super.deliver(notification);
      String said = "with " + settings.secret("token").orElseThrow().reveal();
      return outcome instanceof Deferred deferred
          ? new Deferred(deferred.reason(), said, deferred.reach(), deferred.retryAfter())
          : outcome;
    }
  }

  /** Logs what it sends, at the lowest level. */
  static final class LogsItsSecret extends ExampleAdapter {

    LogsItsSecret(Settings settings, AdapterServices services) {
      super(settings, services);
    }

    @Override
    public Outcome deliver(Notification notification) {
      LoggerFactory.getLogger(LogsItsSecret.class)
          .trace("sending {}", request(notification).headers());
      return super.deliver(notification);
    }
  }

  /** Logs the links, which let everybody in. */
  static final class LogsLinks extends ExampleAdapter {

    LogsLinks(Settings settings, AdapterServices services) {
      super(settings, services);
    }

    @Override
    public Outcome deliver(Notification notification) {
      TaskLinks links = notification.links();
      if (links != null) {
        Logger.getLogger("links").fine(() -> "see " + links.page());
      }
      return super.deliver(notification);
    }
  }

  /** Keeps a thread for itself and forgets it. */
  static final class LeavesAThread extends ExampleAdapter {

    LeavesAThread(Settings settings, AdapterServices services) {
      super(settings, services);
      CountDownLatch never = new CountDownLatch(1);
      Thread.ofPlatform().daemon().name("forgotten").start(() -> forever(never));
    }

    private static void forever(CountDownLatch never) {
      try {
        never.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Leaves its connections open. */
  static final class NeverCloses extends ExampleAdapter {

    NeverCloses(Settings settings, AdapterServices services) {
      super(settings, services);
    }

    @Override
    public void close() {
      // The mistake.
    }
  }

  /** Goes where it is sent. */
  static final class FollowsRedirects extends ExampleAdapter {

    FollowsRedirects(Settings settings, AdapterServices services) {
      super(settings, services, HttpClient.Redirect.ALWAYS);
    }
  }

  /** Waits as long as it takes. */
  static final class HasNoDeadline extends Own {

    HasNoDeadline(Settings settings, AdapterServices services) {
      super(settings, services);
    }

    @Override
    Outcome send(HttpRequest request) throws IOException, InterruptedException {
      HttpRequest patient =
          HttpRequest.newBuilder(request, (_, _) -> true).timeout(Duration.ofMillis(3_500)).build();
      client.send(patient, HttpResponse.BodyHandlers.discarding());
      return delivered();
    }
  }

  /** Takes whatever it is given into memory. */
  static final class ReadsItAll extends Own {

    ReadsItAll(Settings settings, AdapterServices services) {
      super(settings, services);
    }

    @Override
    Outcome send(HttpRequest request) throws IOException, InterruptedException {
      client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      return delivered();
    }
  }

  /** Takes every answer for a success. */
  static final class Optimist extends Own {

    Optimist(Settings settings, AdapterServices services) {
      super(settings, services);
    }

    @Override
    Outcome send(HttpRequest request) throws IOException, InterruptedException {
      client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body().close();
      return delivered();
    }
  }

  /** Repeats what the service said. */
  static final class Repeats extends Own {

    Repeats(Settings settings, AdapterServices services) {
      super(settings, services);
    }

    @Override
    Outcome send(HttpRequest request) throws IOException, InterruptedException {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      return new Deferred(FailureReason.SERVER_ERROR, answer.body(), Reach.POSSIBLY_SENT);
    }
  }

  /** Throws what the network throws. */
  static final class Throws extends Own {

    Throws(Settings settings, AdapterServices services) {
      super(settings, services);
    }

    @Override
    Outcome send(HttpRequest request) throws IOException, InterruptedException {
      client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body().close();
      return delivered();
    }

    @Override
    Outcome failed(IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Says that nothing was sent when it cannot know. */
  static final class SureOfItself extends Own {

    SureOfItself(Settings settings, AdapterServices services) {
      super(settings, services);
    }

    @Override
    Outcome send(HttpRequest request) throws IOException, InterruptedException {
      client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body().close();
      return delivered();
    }

    @Override
    Outcome failed(IOException e) {
      return new Deferred(FailureReason.UNREACHABLE, "No luck.", Reach.BEFORE_SENDING);
    }
  }

  /** Forgets that it was interrupted. */
  static final class ForgetsTheInterrupt extends ExampleAdapter {

    ForgetsTheInterrupt(Settings settings, AdapterServices services) {
      super(settings, services);
    }

    @Override
    public Outcome deliver(Notification notification) {
      Outcome outcome = super.deliver(notification);
      boolean forgotten = Thread.interrupted();
      LoggerFactory.getLogger(ForgetsTheInterrupt.class).trace("interrupted: {}", forgotten);
      return outcome;
    }
  }

  /** One after the other. */
  static final class OneAtATime extends ExampleAdapter {

    OneAtATime(Settings settings, AdapterServices services) {
      super(settings, services);
    }

    @Override
    public synchronized Outcome deliver(Notification notification) {
      return super.deliver(notification);
    }
  }

  /** Puts a text where only a word fits. */
  static final class HeadersFromTexts extends ExampleAdapter {

    HeadersFromTexts(Settings settings, AdapterServices services) {
      super(settings, services);
    }

    @Override
    HttpRequest request(Notification notification) {
      return HttpRequest.newBuilder(super.request(notification), (_, _) -> true)
          .header("x-title", notification.title())
          .build();
    }
  }

  /** With a client of its own, for those that send in another way. */
  abstract static class Own extends ExampleAdapter {

    final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    Own(Settings settings, AdapterServices services) {
      super(settings, services);
    }

    abstract Outcome send(HttpRequest request) throws IOException, InterruptedException;

    @Override
    public Outcome deliver(Notification notification) {
      try {
        return send(request(notification));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return new Deferred(FailureReason.UNCERTAIN, "Interrupted.", Reach.POSSIBLY_SENT);
      } catch (IOException e) {
        return failed(e);
      }
    }

    Outcome failed(IOException e) {
      return new Deferred(FailureReason.UNCERTAIN, "No luck.", Reach.POSSIBLY_SENT);
    }

    static Outcome delivered() {
      return new Delivered(Receipt.NONE);
    }

    @Override
    public void close() {
      super.close();
      client.shutdownNow();
    }
  }
}
