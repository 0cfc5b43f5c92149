package org.messgateway.gateway.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.messgateway.gateway.Gateway;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryState;

/** The scripted demonstration in the terminal, with checks of every step. */
final class Story {

  /** Longer than the second probe of a lane that waits. */
  private static final DeliveryFilter AT_THE_GARDEN =
      new DeliveryFilter(null, "gardenbot", null, Set.of(DeliveryState.QUEUED));

  private static final List<String> PLANTS = List.of("tomatoes", "basil", "lemon tree");

  private static final Duration PATIENCE = Duration.ofSeconds(25);

  private final Gateway gateway;
  private final DemoEnvironment environment;
  private final Arrivals arrivals;
  private final ThreadFileViewer files;
  private final PrintWriter out;
  private final DemoAgent agent;
  private final Set<Arrival> met = new HashSet<>();
  private int queued;
  private boolean asItShould = true;

  Story(
      Gateway gateway,
      DemoEnvironment environment,
      DemoAgent agent,
      Arrivals arrivals,
      ThreadFileViewer files,
      PrintWriter out) {
    this.gateway = gateway;
    this.environment = environment;
    this.arrivals = arrivals;
    this.files = files;
    this.out = out;
    this.agent = agent;
  }

  /** Runs the script; returns whether every step went as expected. */
  boolean tell() throws InterruptedException, IOException {
    waitForConnections();
    String fridge = ask("what's in the fridge?", "check-visual", "Planning dinner for 4.");
    Optional<Arrival> slack = expect(arrival -> arrival.channel().equals("slack"));
    Optional<Arrival> telegram = expect(arrival -> arrival.channel().equals("telegram"));
    ask("buy yellow onions", "shopping", "");
    expect(arrival -> arrival.channel().equals("sms"));
    ask("vacuum the crumbs under the table", "vacuum-floor", "");
    expect(arrival -> arrival.to().equals("roomba") && arrival.says("mess-kind: claimed"));
    say("The garden robot is down. Three tasks come in for it:");
    for (String plant : PLANTS) {
      ask("water the " + plant, "water-plants", "");
      queued++;
      waitForQueue();
    }
    say(queued + " deliveries wait in the queue, which is on disk.");
    if (slack.isPresent() && telegram.isPresent()) {
      answer(fridge, telegram.get());
    }
    say("Nobody had to wait for the garden robot. Now it comes back:");
    environment.gardenRobotComesBack();
    for (int task = 0; task < PLANTS.size(); task++) {
      expect(arrival -> arrival.to().equals("gardenbot") && arrival.says("mess-kind: request"));
    }
    return asItShould && hasNoDuplicates();
  }

  /** Ana takes it and sends a photo; Teague's message changes. */
  private void answer(String ref, Arrival asked) throws InterruptedException, IOException {
    say("Ana taps [Claim] on Telegram:");
    environment.telegram().touch(PhoneAction.press(asked.id(), asked.button("claim")));
    expect(arrival -> arrival.channel().equals("slack") && arrival.edit() && arrival.says("Ana"));
    say("Teague's message says so. Ana answers with a photo:");
    environment
        .telegram()
        .touch(PhoneAction.send(asked.id(), "2 onions, milk, half a cabbage", "fridge"));
    thread(ref, "completed")
        .ifPresent(thread -> {
          say("The thread as it lies on the disk now, in " + thread.place() + ":");
          box(thread.text().lines().toList());
        });
  }

  private String ask(String intent, String capability, String context) throws IOException {
    String ref = agent.ask(intent, capability, context, List.of());
    say(DemoAgent.NAME + " asks: \"" + intent + "\" (" + ref + ", needs " + capability + ")");
    return ref;
  }

  /** Shows arrivals until the expected one. */
  private Optional<Arrival> expect(Predicate<Arrival> wanted) throws InterruptedException {
    Optional<Arrival> before =
        arrivals.all().stream().filter(this::unmet).filter(wanted).findFirst();
    before.ifPresent(met::add);
    if (before.isPresent()) {
      return before;
    }
    Instant deadline = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(deadline)) {
      Optional<Arrival> arrival = arrivals.next(Duration.ofMillis(200));
      arrival.ifPresent(this::show);
      if (arrival.filter(wanted).isPresent()) {
        met.add(arrival.get());
        return arrival;
      }
    }
    say("Something did not arrive in " + PATIENCE.toSeconds() + " s.");
    asItShould = false;
    return Optional.empty();
  }

  private boolean unmet(Arrival arrival) {
    return !met.contains(arrival);
  }

  private Optional<ThreadFileViewer.Seen> thread(String ref, String status)
      throws InterruptedException, IOException {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(deadline)) {
      Optional<ThreadFileViewer.Seen> thread =
          files.look().stream()
              .filter(one -> one.ref().equals(ref) && one.status().equals(status))
              .findFirst();
      if (thread.isPresent()) {
        return thread;
      }
      arrivals.next(Duration.ofMillis(100)).ifPresent(this::show);
    }
    say("The task did not become " + status + " in " + PATIENCE.toSeconds() + " s.");
    asItShould = false;
    return Optional.empty();
  }

  /** Shows one arrival as its recipient sees it. */
  private void show(Arrival arrival) {
    asItShould &= arrival.genuine();
    out.println();
    out.println("  ┌─ " + title(arrival));
    arrival.lines().forEach(line -> out.println("  │ " + line));
    out.println("  └─");
    out.flush();
  }

  private void box(List<String> lines) {
    lines.forEach(line -> out.println("  │ " + line));
    out.flush();
  }

  private static String title(Arrival arrival) {
    String where =
        switch (arrival.channel()) {
          case "slack" -> "Slack, Teague";
          case "telegram" -> "Telegram, Ana";
          case "sms" -> "SMS, Sam (" + arrival.to() + ")";
          default -> "webhook, " + arrival.to() + ", delivery " + arrival.id();
        };
    return arrival.edit() ? where + ": the message changes" : where;
  }

  /** The age of a delivery is the order in which its task was seen: one after the other. */
  private void waitForConnections() throws InterruptedException {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!environment.connected() && Instant.now().isBefore(deadline)) {
      arrivals.next(Duration.ofMillis(20)).ifPresent(this::show);
    }
  }

  private void waitForQueue() throws InterruptedException {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (waitingForGardenRobot() < queued && Instant.now().isBefore(deadline)) {
      arrivals.next(Duration.ofMillis(100)).ifPresent(this::show);
    }
    if (waitingForGardenRobot() < queued) {
      say("Not every task was in the queue after " + PATIENCE.toSeconds() + " s.");
      asItShould = false;
    }
  }

  /** Deliveries to the garden robot in the queue; those to others are not waited for. */
  private int waitingForGardenRobot() {
    return gateway.queue().find(AT_THE_GARDEN, 10).size();
  }

  /** Deliveries by id; an edited message is no second one. */
  private boolean hasNoDuplicates() {
    Set<String> seen = new HashSet<>();
    return arrivals.all().stream()
        .filter(arrival -> !arrival.edit())
        .allMatch(arrival -> seen.add(arrival.channel() + arrival.to() + arrival.id()));
  }

  private void say(String text) {
    out.println();
    out.println(text);
    out.flush();
  }
}
