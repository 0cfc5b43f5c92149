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
import java.util.regex.Pattern;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryState;

/** The scripted demonstration in the terminal, with checks of every step. */
final class Story {

  private static final DeliveryFilter AT_THE_ROBOT =
      new DeliveryFilter(null, DemoEnvironment.ROBOT, null, Set.of(DeliveryState.QUEUED));

  private static final List<String> ROOMS = List.of("kitchen", "hall", "bedroom");

  /** Longer than the second probe of a lane that waits. */
  private static final Duration PATIENCE = Duration.ofSeconds(25);

  /** Ids and tokens, whose ends say nothing to people. */
  private static final Pattern LONG = Pattern.compile("([A-Za-z0-9_-]{8})[A-Za-z0-9_-]{12,}");

  private final StoredRows rows;
  private final DemoEnvironment environment;
  private final Arrivals arrivals;
  private final ThreadFileViewer files;
  private final PrintWriter out;
  private final DemoAgent agent;
  private final Set<Arrival> met = new HashSet<>();
  private int queued;
  private boolean asItShould = true;

  Story(
      StoredRows rows,
      DemoEnvironment environment,
      DemoAgent agent,
      Arrivals arrivals,
      ThreadFileViewer files,
      PrintWriter out) {
    this.rows = rows;
    this.environment = environment;
    this.arrivals = arrivals;
    this.files = files;
    this.out = out;
    this.agent = agent;
  }

  /** Runs the script; returns whether every step went as expected. */
  boolean tell() throws InterruptedException, IOException {
    String fridge =
        ask("what's in the fridge?", "check-visual", "Planning dinner for 4.", "text", "image");
    Optional<Arrival> slack = expect(arrival -> arrival.channel().equals("slack"));
    Optional<Arrival> telegram = expect(arrival -> arrival.channel().equals("telegram"));
    ask("buy yellow onions", "shopping", "");
    expect(arrival -> arrival.channel().equals("sms"));
    ask("vacuum the crumbs under the table", "vacuum-floor", "");
    expect(arrival -> arrival.to().equals("roomba") && arrival.says("mess-kind: claimed"));
    environment.robot().turn(false);
    say("The robot is switched off. Three tasks come in for it:");
    for (String room : ROOMS) {
      ask("vacuum the " + room, "vacuum-floor", "");
      queued++;
      waitForQueue();
    }
    say(queued + " deliveries wait in the queue, which is on disk.");
    if (slack.isPresent() && telegram.isPresent()) {
      answer(fridge, telegram.get());
    }
    say("Nobody had to wait for the robot. Now it is switched on:");
    environment.robot().turn(true);
    for (String room : ROOMS) {
      expect(arrival ->
          arrival.to().equals("roomba")
              && arrival.says("mess-kind: request")
              && arrival.says("vacuum the " + room));
    }
    return asItShould && hasNoDuplicates();
  }

  /** Ana takes it and sends a photo; Teague's message changes. */
  private void answer(String ref, Arrival asked) throws InterruptedException, IOException {
    Optional<Arrival.Button> claim = asked.button("claim");
    if (claim.isPresent()) {
      say("Ana taps [" + claim.get().label() + "] on Telegram:");
      environment.telegram().touch(PhoneAction.press(asked.id(), claim.get().payload()));
      expect(arrival -> arrival.channel().equals("slack") && arrival.edit() && arrival.says("Ana"));
      say("Teague's message says so. Ana answers with a photo:");
    }
    environment
        .telegram()
        .touch(PhoneAction.send(asked.id(), "2 onions, milk, half a cabbage", "fridge"));
    thread(ref, "completed")
        .ifPresent(thread -> {
          say("The thread as it lies on the disk now, in " + thread.place() + ":");
          box(thread.text().lines().toList());
        });
  }

  private String ask(String intent, String capability, String context, String... hints)
      throws IOException {
    String ref = agent.ask(intent, capability, context, List.of(hints));
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
    arrival.lines().forEach(line -> out.println("  │ " + shortened(line)));
    out.println("  └─");
    out.flush();
  }

  private static String shortened(String line) {
    return LONG.matcher(ThreadFileViewer.shortened(line)).replaceAll("$1…");
  }

  private void box(List<String> lines) {
    lines.forEach(line -> out.println("  │ " + shortened(line)));
    out.flush();
  }

  private static String title(Arrival arrival) {
    String where =
        switch (arrival.channel()) {
          case "slack" -> "Slack, Teague";
          case "telegram" -> "Telegram, Ana";
          case "sms" -> "SMS, Sam (" + arrival.to() + ")";
          default -> "webhook, " + arrival.to() + ", delivery " + shortened(arrival.id());
        };
    return arrival.edit() ? where + ": the message changes" : where;
  }

  /** The age of a delivery is the order in which its task was seen: one after the other. */
  private void waitForQueue() throws InterruptedException {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (waitingForTheRobot() < queued && Instant.now().isBefore(deadline)) {
      arrivals.next(Duration.ofMillis(100)).ifPresent(this::show);
    }
    if (waitingForTheRobot() < queued) {
      say("Not every task was in the queue after " + PATIENCE.toSeconds() + " s.");
      asItShould = false;
    }
  }

  /** Deliveries to the robot in the queue; those to others are not waited for. */
  private int waitingForTheRobot() {
    return rows.deliveries(AT_THE_ROBOT, 10).size();
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
