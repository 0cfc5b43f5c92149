package org.messgateway.gateway.mcp.tools;

import java.io.IOException;
import org.messgateway.gateway.agents.LargeTaskException;
import org.messgateway.gateway.agents.TaskFilter;
import org.messgateway.gateway.agents.UnknownExchangeException;
import org.messgateway.gateway.http.ProblemException;
import org.messgateway.gateway.mcp.McpTool;
import org.messgateway.gateway.mcp.ToolCall;
import org.messgateway.gateway.mcp.ToolDescription;
import org.messgateway.gateway.mcp.ToolResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A tool whose refusals are told as results: what is wrong, and what would be right. */
final class RefusingTool implements McpTool {

  private static final Logger log = LoggerFactory.getLogger(RefusingTool.class);

  private final ToolDescription description;
  private final Work work;

  /** What a tool does. */
  @FunctionalInterface
  interface Work {
    ToolResult done(ToolCall call, Arguments arguments)
        throws CallRefusal, IOException, InterruptedException;
  }

  RefusingTool(ToolDescription description, Work work) {
    this.description = description;
    this.work = work;
  }

  @Override
  public ToolDescription description() {
    return description;
  }

  @Override
  public ToolResult call(ToolCall call) throws InterruptedException {
    try {
      return work.done(call, new Arguments(call.arguments()));
    } catch (CallRefusal e) {
      return ToolResult.error(e.sentence());
    } catch (UnknownExchangeException e) {
      return ToolResult.error(e.sentence());
    } catch (LargeTaskException | TaskFilter.UnknownCursorException e) {
      return ToolResult.error(String.valueOf(e.getMessage()));
    } catch (ProblemException e) {
      return ToolResult.error(sentence(e));
    } catch (IOException e) {
      log.warn("The tool {} could not read or write: {}", description.name(), e.getMessage());
      return ToolResult.error(
          "The exchange cannot be read or written just now. Nothing was done that you were not"
              + " told of; call again in a minute.");
    }
  }

  private static String sentence(ProblemException problem) {
    return problem.more().containsKey("re")
        ? problem.detail() + " mess_status() lists what is open."
        : problem.detail();
  }
}
