package org.messgateway.gateway.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.messgateway.gateway.Gateway;
import org.messgateway.gateway.GatewayOptions;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.cli.operate.Demonstration;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.ConfigReport;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.LoadResult;
import org.messgateway.gateway.home.GatewayRunningException;

/** The demonstration: the real gateway on a scratch home, with simulated services and people. */
public final class Demo implements Demonstration {

  /** Interval at which the page reads the files of threads. */
  private static final Duration GLANCE = Duration.ofMillis(250);

  /** Working time of robots where a person watches. */
  private static final Duration WATCHED = Duration.ofSeconds(4);

  @Override
  public boolean tell(Path home, AdapterRegistry registry, PrintWriter out)
      throws IOException, InterruptedException, GatewayRunningException {
    Arrivals arrivals = new Arrivals();
    DemoScreens screens = new DemoScreens();
    int port = DemoHome.freePort();
    try (DemoEnvironment environment =
            new DemoEnvironment(home, port, Duration.ZERO, screens, arrivals::add);
        Gateway gateway = gateway(home, registry);
        DemoAgent agent = DemoAgent.at(root(gateway))) {
      gateway.start();
      out.println(
          "The gateway watches "
              + home
              + ". Around it: stand-ins for Slack, Telegram and Twilio, and robots.");
      ThreadFileViewer files = new ThreadFileViewer(root(gateway), screens);
      boolean asItShould = new Story(gateway, environment, agent, arrivals, files, out).tell();
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
  public void show(Path home, AdapterRegistry registry, Consumer<String> ready)
      throws IOException, InterruptedException, GatewayRunningException {
    DemoScreens screens = new DemoScreens();
    int port = DemoHome.freePort();
    try (DemoEnvironment environment = new DemoEnvironment(home, port, WATCHED, screens, _ -> {});
        Gateway gateway = gateway(home, registry);
        DemoAgent agent = DemoAgent.at(root(gateway))) {
      environment.gardenRobotComesBack();
      gateway.start();
      DemoServer page = environment.page(agent);
      ready.accept("http://localhost:" + page.port());
      ThreadFileViewer files = new ThreadFileViewer(root(gateway), screens);
      while (!Thread.currentThread().isInterrupted()) {
        files.look();
        Thread.sleep(GLANCE);
      }
    }
  }

  private static Path root(Gateway gateway) {
    return gateway.exchange().directory().root();
  }

  private static Gateway gateway(Path home, AdapterRegistry registry)
      throws IOException, GatewayRunningException {
    ConfigLoader loader = new ConfigLoader(registry, ZoneId.systemDefault());
    GatewayOptions options = new GatewayOptions(home, System.getenv(), OptionalInt.empty(), true);
    return new Gateway(options, config(home, loader), loader);
  }

  private static GatewayConfig config(Path home, ConfigLoader loader) {
    return switch (loader.load(home, System.getenv())) {
      case LoadResult.Valid valid -> valid.config();
      case LoadResult.Invalid invalid ->
          throw new IllegalStateException(
              "the demonstration's own configuration is wrong:\n" + ConfigReport.of(invalid));
    };
  }
}
