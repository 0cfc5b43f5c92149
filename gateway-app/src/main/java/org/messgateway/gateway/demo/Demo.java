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
import org.messgateway.gateway.adapters.AdapterRegistry;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.ConfigReport;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.Loaded;
import org.messgateway.gateway.store.GatewayRunningException;

/** The demonstration: the real gateway on a scratch home, with stand-ins for the world. */
public final class Demo {

  /** How often the page looks at the files of threads. */
  private static final Duration GLANCE = Duration.ofMillis(250);

  /** So long robots work where somebody watches. */
  private static final Duration WATCHED = Duration.ofSeconds(4);

  private final Path home;
  private final AdapterRegistry registry;
  private final PrintWriter out;

  public Demo(Path home, AdapterRegistry registry, PrintWriter out) {
    this.home = home;
    this.registry = registry;
    this.out = out;
  }

  /**
   * Tells the story in the terminal, and ends.
   *
   * @return whether everything arrived as it should, and was answered
   */
  public boolean tell() throws IOException, InterruptedException, GatewayRunningException {
    Arrivals arrivals = new Arrivals();
    Screens screens = new Screens();
    int port = DemoHome.freePort();
    try (Stage stage = new Stage(home, port, Duration.ZERO, screens, arrivals::add);
        Gateway gateway = gateway()) {
      gateway.start();
      out.println(
          "The gateway watches "
              + home
              + ". Around it: stand-ins for Slack, Telegram and Twilio, and robots.");
      ThreadFiles files = new ThreadFiles(gateway.exchange().directory().root(), screens);
      boolean asItShould = new Story(gateway, stage, arrivals, files, out).tell();
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

  /**
   * Shows the page until the thread is interrupted.
   *
   * @param ready is told where it is
   */
  public void show(Consumer<String> ready)
      throws IOException, InterruptedException, GatewayRunningException {
    Screens screens = new Screens();
    int port = DemoHome.freePort();
    try (Stage stage = new Stage(home, port, WATCHED, screens, _ -> {});
        Gateway gateway = gateway()) {
      stage.gardenRobotComesBack();
      gateway.start();
      StandIn page = stage.page(new Agent(gateway.exchange()));
      ready.accept("http://localhost:" + page.port());
      ThreadFiles files = new ThreadFiles(gateway.exchange().directory().root(), screens);
      while (!Thread.currentThread().isInterrupted()) {
        files.look();
        Thread.sleep(GLANCE);
      }
    }
  }

  private Gateway gateway() throws IOException, GatewayRunningException {
    ConfigLoader loader = new ConfigLoader(registry, ZoneId.systemDefault());
    GatewayOptions options = new GatewayOptions(home, System.getenv(), OptionalInt.empty(), true);
    return new Gateway(options, config(loader), loader);
  }

  private GatewayConfig config(ConfigLoader loader) {
    return switch (loader.load(home, System.getenv())) {
      case Loaded.Valid valid -> valid.config();
      case Loaded.Invalid invalid ->
          throw new IllegalStateException(
              "the demonstration's own configuration is wrong:\n" + ConfigReport.of(invalid));
    };
  }
}
