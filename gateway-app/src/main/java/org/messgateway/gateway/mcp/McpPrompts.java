package org.messgateway.gateway.mcp;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Texts that a person picks in the client, and the model then reads. Safe for all threads. */
public interface McpPrompts {

  record Argument(String name, String description, boolean required) {}

  record Listed(String name, String title, String description, List<Argument> arguments) {}

  /**
   * One message of a prompt.
   *
   * @param byAssistant whether it counts as said by the model; else by the person
   */
  record Said(boolean byAssistant, McpContent content) {}

  List<Listed> all();

  /**
   * The messages of a prompt, made on the virtual thread of the request.
   *
   * @param arguments texts by name; required ones are there
   * @return empty for a prompt that is not there
   * @throws InterruptedException as {@link McpTool#call}
   */
  Optional<List<Said>> messages(McpCaller caller, String name, Map<String, String> arguments)
      throws InterruptedException;
}
