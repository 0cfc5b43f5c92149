package org.messgateway.gateway.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.NewRequest;

/**
 * A software agent that requests tasks by threads in the exchange, beside the gateway, which has to
 * notice them.
 */
record DemoAgent(Exchange exchange) implements AutoCloseable {

  static final String NAME = "claude-agent";

  /** Name of the agent that asks the first task, which nobody is shown. */
  static final String WARM_UP = "demo-warm-up";

  private static final String CHANNEL = "mcp";

  /** An agent at the exchange in that folder. */
  static DemoAgent at(Path root) throws IOException {
    return new DemoAgent(
        new Exchange(
            ExchangeDirectory.open(root, ExchangeDirectory.Access.WRITE),
            ExchangeLimits.DEFAULT,
            InstantSource.system(),
            System::nanoTime));
  }

  /** The exchange's folder. */
  Path root() {
    return exchange.directory().root();
  }

  /**
   * Requests a task.
   *
   * @param capability required capability; empty for none
   * @param context of the request; empty for none
   * @return ref of the thread
   */
  String ask(String intent, String capability, String context, List<String> hints)
      throws ExchangeWriteException {
    return ask(NAME, intent, capability, context, hints);
  }

  /**
   * Has the gateway do everything once that it does for a task, for people who do not exist: Java
   * is slow the first time.
   */
  String warmUp() throws ExchangeWriteException {
    return ask(WARM_UP, "warm up", DemoHome.WARM_UP, "", List.of("text", "image"));
  }

  private String ask(
      String agent, String intent, String capability, String context, List<String> hints)
      throws ExchangeWriteException {
    NewRequest request =
        new NewRequest(
            agent,
            CHANNEL,
            intent,
            null,
            some(capability),
            some(context),
            null,
            null,
            null,
            null,
            List.of(),
            hints);
    Instant now = Instant.now();
    return exchange.writer().create(ref -> MessageWriter.thread(ref.value(), request, now)).value();
  }

  /**
   * Replies to an executor's question directly in the exchange, as any program may that shares it.
   */
  void reply(String ref, String text) throws ExchangeWriteException {
    Instant now = Instant.now();
    Map<String, Object> reply = Map.of("re", ref, "answers", Map.of("answer", text));
    exchange
        .writer()
        .append(
            new Ref(ref),
            MessageWriter.message(NAME, now, CHANNEL, List.of(Map.of("reply", reply))),
            EnvelopeEdit.NOTHING.updated(now));
  }

  private static List<String> some(String text) {
    return text.isBlank() ? List.of() : List.of(text);
  }

  @Override
  public void close() {
    exchange.close();
  }
}
