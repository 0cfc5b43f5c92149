package org.messgateway.gateway.cli.command;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.cli.command.HomeInspector.Forecasted;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.NewRequest;
import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.ThreadReader;
import org.messgateway.gateway.home.GatewayLock;

/** Who is told of a request, before anybody is: from the configuration and the rules alone. */
public final class TaskForecast {

  private final CommandContext context;
  private final Forecasted forecasted;
  private final Instant now;

  private TaskForecast(CommandContext context, Forecasted forecasted, Instant now) {
    this.context = context;
    this.forecasted = forecasted;
    this.now = now;
  }

  /**
   * Who would be told of a request.
   *
   * @param exchange its name in the configuration
   * @throws IOException when the home cannot be read
   */
  public static TaskForecast of(
      CommandContext context, GatewayConfig inForce, String exchange, NewRequest request)
      throws IOException {
    Instant now = Instant.now();
    try (HomeInspector inspector = new HomeInspector(inForce)) {
      return new TaskForecast(context, inspector.forecast(exchange, thread(request, now)), now);
    }
  }

  /** As it would lie in the exchange, under a ref that no thread has. */
  private static MessThread thread(NewRequest request, Instant now) throws IOException {
    String ref = "forecast";
    ThreadFile file = new ThreadFile(ref, MessageWriter.thread(ref, request, now));
    try {
      return ThreadReader.read(ref, List.of(file)).thread();
    } catch (ThreadFormatException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** In one line for people: {@code goes to: Teague (Slack), Ana (Telegram, after 07:00)}. */
  public String line() {
    return forecasted.forecast().line(ZoneId.systemDefault(), now);
  }

  /** Who is told and who is not, why, and what decided. */
  public List<String> lines() {
    return forecasted.lines();
  }

  /** Whether a gateway runs here; without one nobody is told yet. */
  public boolean running() {
    return GatewayLock.held(context.home().resolve(".gateway"));
  }

  /** For programs: executor, channel, and from when on where it is not at once. */
  public List<Map<String, Object>> json() {
    return forecasted.forecast().notices().stream()
        .map(notice -> {
          Map<String, Object> one = new LinkedHashMap<>();
          one.put("executor", notice.executor());
          one.put("name", notice.name());
          if (notice.channel() != null) {
            one.put("channel", notice.channel());
          }
          if (notice.at() != null) {
            one.put("after", notice.at().toString());
          }
          if (notice.unlessTaken()) {
            one.put("unless_taken", true);
          }
          return one;
        })
        .toList();
  }
}
