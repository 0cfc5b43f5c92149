package org.messgateway.gateway.mcp.tools;

import java.util.Map;

/** Arguments that several tools share, as their schemas describe them. */
final class ToolInputs {

  /** {@code ref} is how MESSE-AF calls what the protocol calls {@code re}. */
  static final Map<String, String> ALIASES = Map.of("ref", "re");

  static final String RE = "re";

  private static final String PRIMARY = "primary";

  private ToolInputs() {}

  static Schema exchange(Schema schema) {
    return schema.text(
        "exchange",
        "Exchange, by name. \"primary\" is the session's own or else the first; a task that is"
            + " there is found wherever it is.",
        PRIMARY);
  }

  static Schema context(Schema schema) {
    return schema.texts(
        "context", "What whoever does it should know: where, which one, how it should be.");
  }

  static Schema wait(Schema schema, String otherwise) {
    return schema.seconds("wait", "Seconds to wait, at most 600. " + otherwise);
  }
}
