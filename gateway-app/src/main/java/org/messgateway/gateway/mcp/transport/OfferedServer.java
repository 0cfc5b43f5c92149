package org.messgateway.gateway.mcp.transport;

import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.util.McpUriTemplateManager;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.messgateway.gateway.http.AgentQuota;
import org.messgateway.gateway.http.ProblemException;
import org.messgateway.gateway.http.limits.RequestFailureLog;
import org.messgateway.gateway.mcp.McpCaller;
import org.messgateway.gateway.mcp.McpOffer;
import org.messgateway.gateway.mcp.McpPrompts;
import org.messgateway.gateway.mcp.McpResources;
import org.messgateway.gateway.mcp.McpTool;
import org.messgateway.gateway.mcp.ToolCall;
import org.messgateway.gateway.mcp.ToolDescription;
import org.messgateway.gateway.mcp.ToolResult;
import reactor.core.publisher.Mono;

/**
 * Makes an SDK's server of what the gateway offers. All of it runs on the thread that the request
 * has; each call, reading and prompt counts for the agent's quota; nothing that fails here reaches
 * the client in words of its own.
 */
final class OfferedServer {

  private static final String NAME = "mess-gateway";

  private final McpOffer offer;
  private final AgentQuota quota;
  private final RequestFailureLog failures;

  OfferedServer(McpOffer offer, AgentQuota quota, RequestFailureLog failures) {
    this.offer = offer;
    this.quota = quota;
    this.failures = failures;
  }

  /**
   * Makes the server, which from then on begins the sessions.
   *
   * @param version of the gateway
   */
  void serve(AgentSessions sessions, RpcMessages json, String version) {
    McpResources resources = offer.resources();
    // The SDK announces notifications of changed lists where these are true: here lists are fixed.
    ServerCapabilities capabilities =
        ServerCapabilities.builder().tools(false).resources(true, false).prompts(false).build();
    McpServer.async(sessions)
        .serverInfo(NAME, version)
        .instructions(offer.instructions())
        .capabilities(capabilities)
        .jsonMapper(json.mapper())
        .jsonSchemaValidator(json.validator())
        .uriTemplateManagerFactory(AnyUri::new)
        .requestTimeout(ClientForm.LONGEST)
        .tools(offer.tools().stream().map(this::tool).toList())
        .resources(resources.fixed().stream().map(this::resource).toList())
        .resourceTemplates(resources.templates().stream().map(this::template).toList())
        .prompts(offer.prompts().all().stream().map(this::prompt).toList())
        .build();
  }

  /**
   * Every URI goes to where resources are read, which alone knows what there is: a template is for
   * clients to read.
   *
   * @param template or the URI of a resource that is always there
   */
  private record AnyUri(String template) implements McpUriTemplateManager {

    @Override
    public List<String> getVariableNames() {
      return List.of();
    }

    @Override
    public Map<String, String> extractVariableValues(String uri) {
      return Map.of();
    }

    @Override
    public boolean matches(String uri) {
      return isUriTemplate(template) || template.equals(uri);
    }

    @Override
    public boolean isUriTemplate(String text) {
      return text.contains("{");
    }
  }

  private AsyncToolSpecification tool(McpTool tool) {
    ToolDescription description = tool.description();
    return AsyncToolSpecification.builder()
        .tool(SdkContent.tool(description))
        .callHandler((exchange, asked) ->
            Mono.fromSupplier(() -> call(tool, description.name(), exchange, asked)))
        .build();
  }

  private CallToolResult call(
      McpTool tool, String name, McpAsyncServerExchange exchange, CallToolRequest asked) {
    McpCaller caller = CallContext.caller(exchange);
    Map<String, Object> arguments = asked.arguments() == null ? Map.of() : asked.arguments();
    ToolCall call =
        new ToolCall(
            caller,
            arguments,
            ClientForm.progress(exchange, asked.progressToken()),
            new ClientForm(exchange, CallContext.stream(exchange)));
    return SdkContent.result(result(tool, name, call));
  }

  private ToolResult result(McpTool tool, String name, ToolCall call) {
    try {
      quota.request(call.caller().agent());
      return tool.call(call);
    } catch (ProblemException refused) {
      return ToolResult.error(refused.detail());
    } catch (InterruptedException nobodyWaits) {
      return ToolResult.error("This call was cancelled.");
    } catch (RuntimeException | StackOverflowError failed) {
      note("The tool " + name, failed);
      return ToolResult.error(
          "This failed on our side, and is in the gateway's log. mess_status tells how things"
              + " stand.");
    }
  }

  /** What fails because it was interrupted is no failure, and nobody hears of it any more. */
  private void note(String what, Throwable failed) {
    if (!Thread.currentThread().isInterrupted()) {
      failures.failedForAgent(what, failed);
    }
  }

  private AsyncResourceSpecification resource(McpResources.Listed listed) {
    return new AsyncResourceSpecification(
        SdkContent.resource(listed), (exchange, asked) -> read(exchange, asked));
  }

  private AsyncResourceTemplateSpecification template(McpResources.Listed listed) {
    return new AsyncResourceTemplateSpecification(
        SdkContent.template(listed), (exchange, asked) -> read(exchange, asked));
  }

  private Mono<ReadResourceResult> read(
      McpAsyncServerExchange exchange, ReadResourceRequest asked) {
    McpCaller caller = CallContext.caller(exchange);
    return Mono.fromSupplier(() ->
        found(
                "The resource " + asked.uri(),
                caller,
                () -> offer.resources().read(caller, asked.uri()))
            .map(SdkContent::contents)
            .orElseThrow(() -> McpError.RESOURCE_NOT_FOUND.apply(asked.uri())));
  }

  private AsyncPromptSpecification prompt(McpPrompts.Listed listed) {
    return new AsyncPromptSpecification(
        SdkContent.prompt(listed),
        (exchange, asked) -> Mono.fromSupplier(() -> messages(listed, exchange, asked)));
  }

  private GetPromptResult messages(
      McpPrompts.Listed listed, McpAsyncServerExchange exchange, GetPromptRequest asked) {
    McpCaller caller = CallContext.caller(exchange);
    Map<String, String> arguments = texts(asked.arguments());
    for (McpPrompts.Argument each : listed.arguments()) {
      if (each.required() && !arguments.containsKey(each.name())) {
        throw refusal(ErrorCodes.INVALID_PARAMS, "The argument " + each.name() + " is missing.");
      }
    }
    return found(
            "The prompt " + listed.name(),
            caller,
            () -> offer.prompts().messages(caller, listed.name(), arguments))
        .map(SdkContent::messages)
        .orElseThrow(() -> refusal(ErrorCodes.INVALID_PARAMS, "There is no such prompt."));
  }

  private static Map<String, String> texts(Map<String, Object> values) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (values != null) {
      values.forEach((name, value) -> texts.put(name, String.valueOf(value)));
    }
    return texts;
  }

  private <T> Optional<T> found(String what, McpCaller caller, Callable<Optional<T>> lookup) {
    try {
      quota.request(caller.agent());
      return lookup.call();
    } catch (ProblemException refused) {
      if (refused.status() == 404) {
        return Optional.empty();
      }
      throw refusal(ErrorCodes.INVALID_REQUEST, refused.detail());
    } catch (InterruptedException nobodyWaits) {
      throw refusal(ErrorCodes.INVALID_REQUEST, "This request was cancelled.");
    } catch (Exception | StackOverflowError failed) {
      note(what, failed);
      throw refusal(ErrorCodes.INTERNAL_ERROR, RequestWork.FAILED);
    }
  }

  private static McpError refusal(int code, String sentence) {
    return McpError.builder(code).message(sentence).build();
  }
}
