package org.messgateway.gateway.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.messgateway.gateway.cli.operate.Demonstration;
import org.messgateway.gateway.exchange.ExchangeWriteException;

/**
 * The demonstration: the real gateway, a process on a scratch home, with simulated services and
 * people in this one.
 */
public final class Demo implements Demonstration {

  /** Interval at which the page reads files and rows. */
  private static final Duration GLANCE = Duration.ofMillis(100);

  /** Working time of the robot where a person watches. */
  private static final Duration WATCHED = Duration.ofSeconds(3);

  private static final Duration START = Duration.ofSeconds(60);

  /** The gateway is warm after less; who waits longer begins all the same. */
  private static final Duration WARM_UP = Duration.ofSeconds(8);

  @Override
  public boolean tell(Path home, PrintWriter out) throws IOException, InterruptedException {
    Arrivals arrivals = new Arrivals();
    DemoScreens screens = new DemoScreens();
    try (DemoEnvironment environment =
            new DemoEnvironment(
                home, DemoHome.Listener.here(), Duration.ZERO, screens, arrivals::add);
        DemoAgent agent = DemoAgent.at(home);
        GatewayProcess gateway = new GatewayProcess(home, environment);
        StoredRows rows = new StoredRows(home)) {
      out.println(
          "The gateway watches "
              + home
              + ". Around it: stand-ins for Slack, Telegram and Twilio, and a robot.");
      out.flush();
      gateway.awaitReady(START);
      ThreadFileViewer files = new ThreadFileViewer(agent.root(), screens);
      boolean asItShould = new Story(rows, environment, agent, arrivals, files, out).tell();
      out.println();
      out.println(
          asItShould
              ? "Everything arrived, once, as it should, and was answered."
              : "Not everything arrived as it should.");
      out.println();
      out.println("What next:");
      out.println("  ./mess-gateway demo        the same as a page: tap the buttons yourself");
      out.println("  ./mess-gateway init        a household of your own");
      out.flush();
      return asItShould;
    }
  }

  @Override
  public void record(Path home, Path picture) throws IOException, InterruptedException {
    Arrivals arrivals = new Arrivals();
    DemoScreens screens = new DemoScreens();
    try (DemoEnvironment environment =
            new DemoEnvironment(
                home, DemoHome.Listener.here(), Duration.ZERO, screens, arrivals::add);
        DemoAgent agent = DemoAgent.at(home);
        GatewayProcess gateway = new GatewayProcess(home, environment);
        StoredRows rows = new StoredRows(home)) {
      gateway.awaitReady(START);
      warmUp(agent, environment);
      ThreadFileViewer files = new ThreadFileViewer(agent.root(), screens);
      Timeline timeline = new Timeline(rows, screens);
      new Recording(environment, agent, arrivals, files, timeline).to(picture);
    }
  }

  @Override
  public void show(Path home, String host, int port, Consumer<String> ready)
      throws IOException, InterruptedException {
    PageAddress address = PageAddress.of(host, port);
    DemoScreens screens = new DemoScreens();
    DemoHome.Listener listener =
        new DemoHome.Listener(address.bound(), address.reached(), DemoHome.freePort());
    try (DemoEnvironment environment =
            new DemoEnvironment(home, listener, WATCHED, screens, _ -> {});
        DemoAgent agent = DemoAgent.at(home);
        GatewayProcess gateway = new GatewayProcess(home, environment);
        StoredRows rows = new StoredRows(home)) {
      Timeline timeline = new Timeline(rows, screens);
      DemoPage page = new DemoPage(screens, environment, agent, gateway, timeline, address);
      try (DemoServer server = new DemoServer(address.bound(), address.port(), page::routes)) {
        page.listensOn(server.port());
        ready.accept(address.url(server.port()));
        gateway.awaitReady(START);
        warmUp(agent, environment);
        watch(
            new GatewayScreen(gateway, screens),
            new ThreadFileViewer(agent.root(), screens),
            timeline);
      }
    }
  }

  private static void watch(GatewayScreen gateway, ThreadFileViewer files, Timeline timeline)
      throws IOException, InterruptedException {
    while (!Thread.currentThread().isInterrupted()) {
      gateway.look();
      timeline.look(files.look());
      Thread.sleep(GLANCE);
    }
  }

  /** Before the first story can be begun, so that nobody waits for Java to learn. */
  private static void warmUp(DemoAgent agent, DemoEnvironment environment)
      throws InterruptedException, ExchangeWriteException {
    agent.warmUp();
    Instant end = Instant.now().plus(WARM_UP);
    while (!environment.warm() && Instant.now().isBefore(end)) {
      Thread.sleep(20);
    }
  }
}
