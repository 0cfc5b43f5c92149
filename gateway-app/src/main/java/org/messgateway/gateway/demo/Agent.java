package org.messgateway.gateway.demo;

import java.time.Instant;
import java.util.List;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.NewRequest;

/** Asks for things as a software agent does: by a new thread in the exchange. */
record Agent(Exchange exchange) {

  static final String NAME = "claude-agent";

  /**
   * Asks.
   *
   * @param capability what whoever does it must be able to do; empty for nothing special
   * @param context what they should know; empty for nothing
   * @return the exchange's name for it
   */
  String ask(String intent, String capability, String context, List<String> hints)
      throws ExchangeWriteException {
    NewRequest request =
        new NewRequest(
            NAME,
            "mcp",
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

  private static List<String> some(String text) {
    return text.isBlank() ? List.of() : List.of(text);
  }
}
