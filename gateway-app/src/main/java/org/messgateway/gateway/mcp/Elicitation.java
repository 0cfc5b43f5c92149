package org.messgateway.gateway.mcp;

import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** A question to the person in front of the client, while a tool call goes on. */
public interface Elicitation {

  /** What became of a question. */
  sealed interface FormReply {

    /**
     * The person filled in the form.
     *
     * @param content JSON values by the names of the schema; checked by nobody yet
     */
    record Filled(Map<String, Object> content) implements FormReply {}

    /** The person said no. */
    record Refused() implements FormReply {}

    /**
     * The person closed the form, or did not answer in time, it is not wanted any more, or the
     * client cannot show it.
     */
    record Dismissed() implements FormReply {}
  }

  /** Whether the client says that it shows forms. */
  boolean available();

  /**
   * Asks and waits. A form that is given up is withdrawn: the client is told.
   *
   * @param message for the person
   * @param schema JSON Schema of a flat object, in the order in which it is shown
   * @param limit how long to wait; at most 10 minutes count
   * @param wanted called every second while the form is open, on this thread; false gives it up
   * @throws InterruptedException as {@link McpTool#call}
   */
  FormReply ask(String message, Map<String, Object> schema, Duration limit, BooleanSupplier wanted)
      throws InterruptedException;
}
