package org.messgateway.gateway.mcp;

/** Tells the client how far a call is. Does nothing where the client did not ask for it. */
@FunctionalInterface
public interface ToolProgress {

  /**
   * Returns at once; a client that has gone is no error here.
   *
   * @param done more than at the report before; the unit is the tool's
   * @param message for people
   */
  void report(double done, String message);
}
