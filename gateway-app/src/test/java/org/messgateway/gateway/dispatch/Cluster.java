package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Audience;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Outcome;
import org.messgateway.api.Receipt;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.jdbc.PostgresServer;
import org.messgateway.gateway.queue.jdbc.PostgresStore;

/**
 * Several nodes over one PostgreSQL, each with its own connections, dispatcher and wrong clock; all
 * send to one place, which remembers everything. Time is real.
 */
final class Cluster implements AutoCloseable {

  /** One call of the adapter. */
  record SendCall(String node, String id, String ref, String address, long nanos) {}

  final Collection<SendCall> calls = new ConcurrentLinkedQueue<>();
  private final Map<String, AtomicInteger> now = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> most = new ConcurrentHashMap<>();
  private final String url = PostgresServer.freshUrl();
  private final List<Node> nodes = new CopyOnWriteArrayList<>();
  private final OpenedQueue own = PostgresStore.at(url, null, null).open("test");
  private final ChannelLimits limits;
  private final Duration took;

  /**
   * @param took how long the place takes to answer
   */
  Cluster(ChannelLimits limits, Duration took) {
    this.limits = limits;
    this.took = took;
  }

  DeliveryQueue queue() {
    return own.queue();
  }

  /**
   * @param wrong how far the node's machine is from the time
   */
  Node start(String name, Duration wrong) {
    Node node = new Node(name, wrong);
    nodes.add(node);
    return node;
  }

  /** As routing would: threads {@code from} to below {@code to}, each with one delivery. */
  void want(int from, int to, int lanes) {
    Instant due = own.clock().instant();
    queue().reconcileAll(IntStream.range(from, to).mapToObj(i -> wish(i, i % lanes, due)).toList());
  }

  private static ReconcileRequest wish(int i, int lane, Instant due) {
    String ref = "r" + i;
    Identity identity =
        new Identity(
            DispatchScene.EXCHANGE,
            ref,
            "robot",
            "hook",
            "lane-" + lane,
            NotificationKind.REQUEST,
            0);
    ThreadRow thread =
        new ThreadRow(
            DispatchScene.EXCHANGE,
            ref,
            "state=received/" + ref,
            1,
            1,
            due,
            "pending",
            0,
            null,
            null);
    return new ReconcileRequest(
        thread,
        Set.of(),
        List.of(new DesiredDelivery(identity, List.of("robot"), false, Priority.NORMAL, due, null)),
        Set.of());
  }

  long delivered() {
    return queue().figures().deliveries().getOrDefault(DeliveryState.DELIVERED, 0L);
  }

  /** The most attempts that were at one address at once, over all nodes. */
  int mostAtOnce() {
    return most.values().stream().mapToInt(AtomicInteger::get).max().orElse(0);
  }

  @Override
  public void close() {
    nodes.forEach(Node::close);
    own.queue().close();
  }

  /** One of them. */
  final class Node implements Channel, AutoCloseable {

    private final String name;
    private final SystemTimers timers = new SystemTimers();
    private final OpenedQueue opened;
    private final Dispatcher dispatcher;
    private volatile boolean dead;

    private Node(String name, Duration wrong) {
      this.name = name;
      this.opened = PostgresStore.at(url, null, null).open(name);
      InstantSource machine = () -> InstantSource.system().instant().plus(wrong);
      this.dispatcher =
          new Dispatcher(
              new Dispatcher.Ports(
                  Wrapped.around(opened.queue(), this::unlessDead),
                  new OneChannel(this),
                  new AlwaysWanted(),
                  _ -> Optional.empty(),
                  opened.journal().laterReplies(),
                  new NoStops(),
                  new NoEvents(),
                  new NoReports(),
                  opened.clock(),
                  machine,
                  timers,
                  () -> ThreadLocalRandom.current().nextDouble()),
              DispatchSettings.defaults());
      dispatcher.start();
    }

    private void unlessDead() {
      if (dead) {
        throw new IllegalStateException("this node is dead");
      }
    }

    /** As {@code kill -9}: it says nothing more to anybody. */
    void kill() {
      dead = true;
      PostgresServer.run(
          url,
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE"
              + " 'mess-gateway "
              + name
              + "-%'");
    }

    int nodes() {
      return opened.queue().nodes();
    }

    @Override
    public String name() {
      return "hook";
    }

    @Override
    public ChannelLimits limits() {
      return limits;
    }

    @Override
    public Audience audience() {
      return Audience.MACHINES;
    }

    @Override
    public Outcome deliver(Notification notification) {
      unlessDead();
      String address = notification.address().value();
      int atOnce = now.computeIfAbsent(address, _ -> new AtomicInteger()).incrementAndGet();
      most.computeIfAbsent(address, _ -> new AtomicInteger()).accumulateAndGet(atOnce, Math::max);
      calls.add(
          new SendCall(
              name, notification.id(), notification.thread().ref(), address, System.nanoTime()));
      try {
        Thread.sleep(took);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        now.get(address).decrementAndGet();
      }
      return new Outcome.Delivered(Receipt.of("id", notification.id()));
    }

    @Override
    public <A> Optional<A> ability(Class<A> type) {
      return Optional.empty();
    }

    @Override
    public void close() {
      if (!dead) {
        dispatcher.close();
      }
      opened.queue().close();
      timers.close();
    }
  }

  private record OneChannel(Channel channel) implements Channels {
    @Override
    public Optional<Channel> channel(String name) {
      return Optional.of(channel);
    }

    @Override
    public Collection<Channel> all() {
      return List.of(channel);
    }
  }

  private static final class AlwaysWanted implements SendStage {
    @Override
    public long weight(TakenDelivery delivery) {
      return 100;
    }

    @Override
    public SendDecision decide(TakenDelivery delivery) {
      return new SendDecision.Send(DispatchScene.notificationOf(delivery), 100);
    }
  }

  private static final class NoStops implements AddressStops {
    @Override
    public boolean stopped(String channel, String address) {
      return false;
    }

    @Override
    public void stop(String channel, String address, String reason) {
      throw new IllegalStateException("nothing is stopped here");
    }
  }

  private static final class NoEvents implements DeliveryEvents {
    @Override
    public void settled(Identity identity, DeliveryState state) {}

    @Override
    public void waits(Identity identity, Instant until) {}
  }

  private static final class NoReports implements AttemptObserver {
    @Override
    public void attempted(AttemptReport report) {}

    @Override
    public void corrected(Identity identity, FailureReason reason, @Nullable String sentence) {}
  }
}
