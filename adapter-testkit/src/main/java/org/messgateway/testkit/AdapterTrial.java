package org.messgateway.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.DeepLink;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Rejected;
import org.messgateway.api.PlainText;
import org.messgateway.api.Settings;

/**
 * One adapter from creation to close. Every call is checked for what holds always: no exception, no
 * secret, within the time limit.
 */
final class AdapterTrial implements AutoCloseable {

  private final Adapter adapter;
  private final SecretCanaries canaries;
  private final Duration limit;

  /** The extra time that a call may take on a busy machine. */
  private final Duration slack;

  AdapterTrial(
      AdapterProvider provider,
      Settings settings,
      AdapterServices services,
      SecretCanaries canaries,
      Duration slack) {
    this.canaries = canaries;
    this.limit = services.timeLimit();
    this.slack = slack;
    this.adapter = checked("create", () -> provider.create(settings, services));
    canaries.assertNotIn("toString() of the adapter", adapter.toString());
  }

  Adapter adapter() {
    return adapter;
  }

  Outcome deliver(Notification notification) {
    return outcome("deliver", () -> adapter.deliver(notification));
  }

  Outcome outcome(String what, Supplier<Outcome> call) {
    long start = System.nanoTime();
    Outcome outcome = checked(what, call);
    inTime(what, start, outcome);
    canaries.assertNotIn("the outcome of " + what, words(outcome));
    return outcome;
  }

  private void inTime(String what, long start, Object result) {
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertTrue(
        took.compareTo(limit.plus(slack)) <= 0,
        () -> what + " took " + took + ", the limit is " + limit + ": " + result);
  }

  /** Looks for a code that nobody entered; a service that cannot be asked is said in one line. */
  void looked(String code) {
    long start = System.nanoTime();
    String said = checked("entered", () -> entered((DeepLink) adapter, code));
    inTime("entered", start, said);
    canaries.assertNotIn("what entered says", said);
    assertEquals(PlainText.line(said), said, "one line for people");
  }

  private static String entered(DeepLink links, String code) {
    try {
      Optional<DeepLink.CodeEntry> entry = links.entered(code);
      assertTrue(entry.isEmpty(), () -> "nobody entered the code, but " + entry);
      return "";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** The text of an outcome without the body of a reply, which the service wrote. */
  private static String words(Outcome outcome) {
    return switch (outcome) {
      case Delivered delivered -> delivered.receipt().toString();
      case Deferred deferred -> deferred.toString();
      case Rejected rejected -> rejected.toString();
    };
  }

  /** The result of a call that must not throw. */
  <T> T checked(String what, Supplier<T> call) {
    T result = attempt(what, call);
    assertNotNull(result, () -> what + " returned null");
    return result;
  }

  private <T> @Nullable T attempt(String what, Supplier<T> call) {
    try {
      return call.get();
    } catch (RuntimeException | Error thrown) {
      canaries.assertNotIn("an exception of " + what, thrown);
      return fail(what + " threw instead of answering with an outcome", thrown);
    }
  }

  static Delivered delivered(Outcome outcome) {
    return outcome instanceof Delivered delivered
        ? delivered
        : fail("must be delivered, but is " + outcome);
  }

  @Override
  public void close() {
    adapter.close();
  }
}
