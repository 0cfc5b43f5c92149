package org.messgateway.gateway.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.OptionalInt;
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

  private static final Duration GLANCE = Duration.ofSeconds(1);

  private final Path home;
  private final AdapterRegistry registry;
  private final PrintWriter out;

  public Demo(Path home, AdapterRegistry registry, PrintWriter out) {
    this.home = home;
    this.registry = registry;
    this.out = out;
  }

  /**
   * Tells the story, and stays up to be played with unless it is told once.
   *
   * @return whether every delivery arrived as it should
   */
  public boolean run(boolean once)
      throws IOException, InterruptedException, GatewayRunningException {
    Arrivals arrivals = new Arrivals();
    int port = DemoHome.freePort();
    try (Stage stage = Stage.set(home, port, arrivals::add)) {
      ConfigLoader loader = new ConfigLoader(registry, ZoneId.systemDefault());
      GatewayOptions options = new GatewayOptions(home, System.getenv(), OptionalInt.empty(), true);
      try (Gateway gateway = new Gateway(options, config(loader), loader)) {
        gateway.start();
        out.println(
            "The gateway watches "
                + home
                + ". Around it: stand-ins for Slack, Telegram and Twilio, and robots.");
        Story story = new Story(gateway, stage, arrivals, out);
        boolean asItShould = story.tell();
        end(asItShould, once);
        if (!once) {
          stay(story, arrivals);
        }
        return asItShould;
      }
    }
  }

  private GatewayConfig config(ConfigLoader loader) {
    return switch (loader.load(home, System.getenv())) {
      case Loaded.Valid valid -> valid.config();
      case Loaded.Invalid invalid ->
          throw new IllegalStateException(
              "the demonstration's own configuration is wrong:\n" + ConfigReport.of(invalid));
    };
  }

  private void end(boolean asItShould, boolean once) {
    out.println();
    out.println(
        asItShould
            ? "Every delivery arrived, once, as it should."
            : "Not every delivery arrived as it should.");
    out.println();
    out.println("What next:");
    if (once) {
      out.println("  ./mess-gateway demo        the same, and it stays up to be played with");
    } else {
      out.println(
          "  ./mess-gateway request \"check the stove\" --requires check-visual --home " + home);
      out.println("  ./mess-gateway deliveries --home " + home);
    }
    out.println("  ./mess-gateway init        a household of your own");
    out.flush();
  }

  private void stay(Story story, Arrivals arrivals) throws InterruptedException {
    out.println();
    out.println(
        "The demonstration stays up: try the first line in another terminal. Ctrl-C ends it.");
    out.flush();
    while (!Thread.currentThread().isInterrupted()) {
      arrivals.next(GLANCE).ifPresent(story::show);
    }
  }
}
