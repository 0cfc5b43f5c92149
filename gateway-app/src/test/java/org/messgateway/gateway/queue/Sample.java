package org.messgateway.gateway.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;
import org.messgateway.api.mess.Priority;

/** Threads, wishes and settlements for tests. */
public final class Sample {

  public static final String EXCHANGE = "exchange-1";
  public static final BreakerUpdate UNCHANGED = new BreakerUpdate.Unchanged();
  public static final BreakerUpdate HEALTHY = new BreakerUpdate.Healthy();

  private Sample() {}

  public static ThreadRow thread(String ref) {
    return thread(ref, "pending");
  }

  public static ThreadRow thread(String ref, String status) {
    return new ThreadRow(
        EXCHANGE,
        ref,
        "state=received/" + ref + ".messe-af.yaml",
        4711,
        812,
        Instant.parse("2026-11-20T08:59:59.123456789Z"),
        status,
        0,
        null,
        null);
  }

  public static ThreadRow lookingAgain(String ref, @Nullable Instant nextLook) {
    return thread(ref).with(null, nextLook);
  }

  public static ThreadRow asked(String ref, String requestor, @Nullable String clientId) {
    ThreadRow row = thread(ref);
    return new ThreadRow(
        row.exchange(),
        row.ref(),
        row.place(),
        row.inode(),
        row.size(),
        row.modified(),
        row.status(),
        row.round(),
        row.nextLook(),
        row.problem(),
        requestor,
        clientId);
  }

  public static Identity identity(String ref, String executor, String channel, String address) {
    return new Identity(EXCHANGE, ref, executor, channel, address, NotificationKind.REQUEST, 0);
  }

  public static Wish wish(String ref, String executor, String address) {
    return new Wish(
        identity(ref, executor, "webhook", address),
        false,
        Priority.NORMAL,
        MovableClock.START,
        null);
  }

  /** A {@link DesiredDelivery} in the making. */
  public record Wish(
      Identity identity, boolean one, Priority priority, Instant due, @Nullable Instant deadline) {

    public Wish serial(int serial) {
      return with(
          new Identity(
              identity.exchange(),
              identity.ref(),
              identity.executor(),
              identity.channel(),
              identity.address(),
              identity.kind(),
              serial));
    }

    public Wish kind(NotificationKind kind) {
      return with(
          new Identity(
              identity.exchange(),
              identity.ref(),
              identity.executor(),
              identity.channel(),
              identity.address(),
              kind,
              identity.serial()));
    }

    public Wish channel(String channel) {
      return with(
          new Identity(
              identity.exchange(),
              identity.ref(),
              identity.executor(),
              channel,
              identity.address(),
              identity.kind(),
              identity.serial()));
    }

    private Wish with(Identity changed) {
      return new Wish(changed, one, priority, due, deadline);
    }

    public Wish oneMessage() {
      return new Wish(identity, true, priority, due, deadline);
    }

    public Wish priority(Priority changed) {
      return new Wish(identity, one, changed, due, deadline);
    }

    public Wish due(Instant changed) {
      return new Wish(identity, one, priority, changed, deadline);
    }

    public Wish deadline(@Nullable Instant changed) {
      return new Wish(identity, one, priority, due, changed);
    }

    public DesiredDelivery wanted() {
      return new DesiredDelivery(
          identity, List.of(identity.executor()), one, priority, due, deadline);
    }

    public String id() {
      return identity.id();
    }
  }

  public static ReconcileResult reconcile(DeliveryQueue queue, String ref, Wish... wishes) {
    return reconcile(queue, thread(ref), wishes);
  }

  public static ReconcileResult reconcile(DeliveryQueue queue, ThreadRow thread, Wish... wishes) {
    return queue.reconcile(
        thread, Set.of(), List.of(wishes).stream().map(Wish::wanted).toList(), Set.of());
  }

  /** What history says of a row. */
  public static SettledDelivery settled(DeliveryRow row) {
    return new SettledDelivery(
        row.id(), row.identity(), row.state(), row.sentence(), row.settledAt());
  }

  public static Settlement delivered() {
    return new Settlement.Delivered(Receipt.of("sid", "SM1"), null);
  }

  public static Settlement again(Instant due, FailureReason reason) {
    return new Settlement.Retry(
        due,
        reason,
        "It did not work.",
        reason.scope() == FailureReason.FailureScope.DELIVERY,
        false);
  }

  public static Settlement uncertain(Instant due) {
    return new Settlement.Retry(due, FailureReason.UNCERTAIN, "No answer.", true, true);
  }

  public static BreakerUpdate laneWaits(MovableClock clock, Duration duration) {
    return new BreakerUpdate.LaneWaits(
        clock.in(duration), FailureReason.UNREACHABLE, "It is down.");
  }

  public static BreakerUpdate accountWaits(MovableClock clock, Duration duration) {
    return new BreakerUpdate.AccountWaits(
        clock.in(duration), FailureReason.CREDENTIAL_REFUSED, "The token is refused.");
  }

  /**
   * Makes one call for each item at the same time, each on a thread of its own; throws the first
   * failure after all have ended.
   */
  public static <I, R> List<R> together(List<I> items, Function<I, R> call) {
    List<CompletableFuture<R>> calls = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (I item : items) {
        calls.add(CompletableFuture.supplyAsync(() -> call.apply(item), threads));
      }
    }
    try {
      return calls.stream().map(CompletableFuture::join).toList();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }
}
