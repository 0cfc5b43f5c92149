package org.messgateway.gateway.mcp.transport;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.mcp.Elicitation.FormReply;
import org.messgateway.gateway.mcp.McpCaller;
import org.messgateway.gateway.mcp.McpContent;
import org.messgateway.gateway.mcp.McpOffer;
import org.messgateway.gateway.mcp.McpPrompts;
import org.messgateway.gateway.mcp.McpResources;
import org.messgateway.gateway.mcp.McpTool;
import org.messgateway.gateway.mcp.ToolCall;
import org.messgateway.gateway.mcp.ToolDescription;
import org.messgateway.gateway.mcp.ToolResult;

/** Tools that wait, fail and ask, and what was seen of them. */
final class TestTools {

  final List<McpCaller> callers = new CopyOnWriteArrayList<>();
  final Semaphore waiting = new Semaphore(0);
  final Semaphore interrupted = new Semaphore(0);
  final CountDownLatch go = new CountDownLatch(1);
  volatile boolean wanted = true;
  final Map<String, Runnable> watched = new ConcurrentHashMap<>();

  @FunctionalInterface
  interface Does {
    ToolResult call(ToolCall call) throws InterruptedException;
  }

  McpOffer offer() {
    return new McpOffer(
        "Ask well.",
        List.of(
            tool("echo", text(), null, this::echo),
            tool("length", text(), lengthSchema(), TestTools::length),
            tool("wait", none(), null, this::await),
            tool("fail", none(), null, TestTools::fail),
            tool("form", none(), null, this::form)),
        new Watched(),
        new Greeting());
  }

  private static McpTool tool(
      String name, Map<String, Object> input, @Nullable Map<String, Object> output, Does does) {
    ToolDescription description =
        new ToolDescription(
            name,
            name,
            "It is for tests.",
            input,
            output,
            Map.of("words", "text"),
            true,
            false,
            true);
    return new McpTool() {
      @Override
      public ToolDescription description() {
        return description;
      }

      @Override
      public ToolResult call(ToolCall call) throws InterruptedException {
        return does.call(call);
      }
    };
  }

  private static Map<String, Object> none() {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", Map.of());
    return schema;
  }

  private static Map<String, Object> text() {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", Map.of("text", Map.of("type", "string")));
    schema.put("required", List.of("text"));
    return schema;
  }

  private static Map<String, Object> lengthSchema() {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", Map.of("length", Map.of("type", "integer")));
    schema.put("required", List.of("length"));
    return schema;
  }

  static ToolResult says(String text) {
    return new ToolResult(List.of(new McpContent.Words(text)), null, false);
  }

  private ToolResult echo(ToolCall call) {
    callers.add(call.caller());
    return says(String.valueOf(call.arguments().get("text")));
  }

  private static ToolResult length(ToolCall call) {
    int length = String.valueOf(call.arguments().get("text")).length();
    return new ToolResult(
        List.of(new McpContent.Words("counted")), Map.of("length", length), false);
  }

  private ToolResult await(ToolCall call) throws InterruptedException {
    call.progress().report(1, "waiting");
    waiting.release();
    try {
      go.await();
      return says("went on");
    } catch (InterruptedException e) {
      interrupted.release();
      throw e;
    }
  }

  private static ToolResult fail(ToolCall call) {
    throw new IllegalStateException("the password is 1234");
  }

  private ToolResult form(ToolCall call) throws InterruptedException {
    if (!call.elicitation().available()) {
      return says("no forms");
    }
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", Map.of("name", Map.of("type", "string")));
    FormReply reply =
        call.elicitation().ask("Who are you?", schema, Duration.ofSeconds(20), () -> wanted);
    return switch (reply) {
      case FormReply.Filled filled -> says("hello " + filled.content().get("name"));
      case FormReply.Refused _ -> says("refused");
      case FormReply.Dismissed _ -> says("dismissed");
    };
  }

  private final class Watched implements McpResources {

    private static final Set<String> THERE = Set.of("mess://pending", "mess://request/1");

    @Override
    public List<McpResources.Listed> fixed() {
      return List.of(
          new McpResources.Listed(
              "mess://pending", "pending", "Pending", "What is open.", "text/plain"));
    }

    @Override
    public List<McpResources.Listed> templates() {
      return List.of(
          new McpResources.Listed(
              "mess://request/{id}", "request", "Request", "One task.", "text/plain"));
    }

    @Override
    public Optional<Contents> read(McpCaller caller, String uri) {
      return THERE.contains(uri)
          ? Optional.of(new Contents.Written(uri, "text/plain", "of " + caller.agent()))
          : Optional.empty();
    }

    @Override
    public Optional<ChangeWatch> subscribe(McpCaller caller, String uri, Runnable changed) {
      if (!THERE.contains(uri)) {
        return Optional.empty();
      }
      watched.put(uri, changed);
      return Optional.of(() -> watched.remove(uri));
    }
  }

  private static final class Greeting implements McpPrompts {

    @Override
    public List<McpPrompts.Listed> all() {
      return List.of(
          new McpPrompts.Listed(
              "greet", "Greet", "A greeting.", List.of(new Argument("name", "Who", true))));
    }

    @Override
    public Optional<List<Said>> messages(
        McpCaller caller, String name, Map<String, String> arguments) {
      return Optional.of(
          List.of(new Said(false, new McpContent.Words("Hello " + arguments.get("name")))));
    }
  }
}
