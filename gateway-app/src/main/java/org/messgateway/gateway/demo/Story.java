package org.messgateway.gateway.demo;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.messgateway.gateway.Gateway;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.NewRequest;
import org.messgateway.gateway.queue.DeliveryState;

/** What the demonstration shows, in order, and whether it all arrived as it should. */
final class Story {

  /** Longer than the second probe of a lane that waits. */
  private static final Duration PATIENCE = Duration.ofSeconds(25);

  private static final String AGENT = "claude-agent";

  private final Gateway gateway;
  private final Stage stage;
  private final Arrivals arrivals;
  private final PrintWriter out;
  private boolean asItShould = true;

  Story(Gateway gateway, Stage stage, Arrivals arrivals, PrintWriter out) {
    this.gateway = gateway;
    this.stage = stage;
    this.arrivals = arrivals;
    this.out = out;
  }

  /** Tells it; returns whether every delivery arrived as it should. */
  boolean tell() throws InterruptedException, ExchangeWriteException {
    ask("what's in the fridge?", "check-visual", List.of("Planning dinner for 4."));
    expect(2);
    ask("buy yellow onions", "shopping", List.of());
    expect(2);
    ask("vacuum the rice in front of the sink", "vacuum-floor", List.of());
    expect(1);
    say("The garden robot is down. Three tasks come in for it:");
    ask("water the tomatoes", "water-plants", List.of());
    ask("water the basil", "water-plants", List.of());
    ask("water the lemon tree", "water-plants", List.of());
    waitForQueue();
    say("Nobody else had to wait for it. Now it comes back:");
    stage.gardenRobotComesBack();
    expect(3);
    return asItShould && nothingTwice() && nothingLeft();
  }

  private void ask(String intent, String capability, List<String> context)
      throws ExchangeWriteException {
    NewRequest request =
        new NewRequest(
            AGENT,
            "mcp",
            intent,
            null,
            List.of(capability),
            context,
            null,
            null,
            null,
            null,
            List.of(),
            List.of());
    Instant now = Instant.now();
    String ref =
        gateway
            .exchange()
            .writer()
            .create(created -> MessageWriter.thread(created.value(), request, now))
            .value();
    say("claude-agent asks: \"" + intent + "\" (" + ref + ", needs " + capability + ")");
  }

  private void expect(int number) throws InterruptedException {
    for (int i = 0; i < number; i++) {
      Optional<Arrival> arrival = arrivals.next(PATIENCE);
      arrival.ifPresent(this::show);
      if (arrival.isEmpty()) {
        say("Something did not arrive in " + PATIENCE.toSeconds() + " s.");
      }
      asItShould &= arrival.map(Arrival::genuine).orElse(false);
    }
  }

  /** Shows one arrival as its recipient sees it. */
  void show(Arrival arrival) {
    out.println();
    out.println("  ┌─ " + title(arrival));
    arrival.lines().forEach(line -> out.println("  │ " + line));
    out.println("  └─");
    out.flush();
  }

  private static String title(Arrival arrival) {
    return switch (arrival.channel()) {
      case "slack" -> "Slack, Teague";
      case "telegram" -> "Telegram, Ana";
      case "sms" -> "SMS, Sam (" + arrival.to() + ")";
      default -> "webhook, " + arrival.to() + ", delivery " + arrival.id();
    };
  }

  /** Until all three are queued and the first attempt has found nobody there. */
  private void waitForQueue() throws InterruptedException {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (queued() < 3 && Instant.now().isBefore(deadline)) {
      arrivals.next(Duration.ofMillis(100)).ifPresent(this::show);
    }
    say(queued() + " deliveries wait in the queue, which is on disk.");
  }

  private long queued() {
    return gateway.queue().figures().deliveries().getOrDefault(DeliveryState.QUEUED, 0L);
  }

  private boolean nothingTwice() {
    Set<String> seen = new HashSet<>();
    List<String> twice =
        arrivals.told().stream()
            .map(arrival -> arrival.channel() + arrival.to() + arrival.id())
            .filter(key -> !seen.add(key))
            .toList();
    return twice.isEmpty();
  }

  private boolean nothingLeft() throws InterruptedException {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (delivered() < arrivals.told().size() && Instant.now().isBefore(deadline)) {
      arrivals.next(Duration.ofMillis(50)).ifPresent(this::show);
    }
    return delivered() == arrivals.told().size() && queued() == 0;
  }

  private long delivered() {
    return gateway.queue().figures().deliveries().getOrDefault(DeliveryState.DELIVERED, 0L);
  }

  private void say(String text) {
    out.println();
    out.println(text);
    out.flush();
  }
}
