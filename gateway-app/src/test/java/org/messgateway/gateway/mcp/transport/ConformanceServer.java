package org.messgateway.gateway.mcp.transport;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncCompletionSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.AudioContent;
import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult.CompleteCompletion;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.EmbeddedResource;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceContents;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.SamplingMessage;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.messgateway.gateway.http.HttpServer;
import org.messgateway.gateway.http.ListenAddress;
import org.messgateway.gateway.http.body.WholeBodies;
import org.messgateway.gateway.http.limits.RequestFailureLog;
import org.messgateway.gateway.mcp.McpCaller;
import org.messgateway.gateway.mcp.McpResources;

/**
 * The gateway's transport with the tools, resources and prompts that the protocol's conformance
 * suite asks for by name.
 */
final class ConformanceServer implements AutoCloseable {

  /** One red pixel. */
  private static final String PNG =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

  /** A sound of no samples. */
  private static final String WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQAAAAA=";

  private static final int MAX_BODY = 1 << 20;

  private final HttpServer server;

  private interface Does {
    CallToolResult call(McpSyncServerExchange exchange, CallToolRequest request);
  }

  /**
   * @param folder with the tokens
   */
  ConformanceServer(Path folder) throws IOException {
    AgentSessions sessions = new AgentSessions(System::nanoTime);
    RpcMessages json = new RpcMessages(MAX_BODY);
    McpServer.sync(sessions)
        .serverInfo("conformance", "1")
        .capabilities(
            ServerCapabilities.builder()
                .completions()
                .resources(true, false)
                .tools(false)
                .prompts(false)
                .build())
        .jsonMapper(json.mapper())
        .immediateExecution(true)
        .requestTimeout(Duration.ofSeconds(30))
        .tools(tools())
        .resources(resources())
        .resourceTemplates(templates())
        .prompts(prompts())
        .completions(
            List.of(
                new SyncCompletionSpecification(
                    new PromptReference("test_prompt_with_arguments"),
                    (_, _) ->
                        new CompleteResult(new CompleteCompletion(List.of("paris"), 1, false)))))
        .build();
    RequestFailureLog failures = new RequestFailureLog(System::nanoTime);
    server =
        new HttpServer(
            new ListenAddress("127.0.0.1", 0, MAX_BODY),
            List.of(
                new McpHttpService(() ->
                    new McpRoutes(
                        McpFixture.access(folder),
                        sessions,
                        new WholeBodies(folder.resolve("spool"), MAX_BODY, System::nanoTime),
                        json,
                        new Watchable(),
                        new RequestWork(failures, new ArgumentAliases(List.of()))))));
    server.start();
  }

  int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.close();
  }

  private static Map<String, Object> map(Object... pairs) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put((String) pairs[i], pairs[i + 1]);
    }
    return map;
  }

  private static Map<String, Object> object(Map<String, Object> properties) {
    return map("type", "object", "properties", properties);
  }

  private static Map<String, Object> of(String type) {
    return map("type", type);
  }

  private static SyncToolSpecification tool(String name, Does does) {
    return tool(name, object(map()), does);
  }

  private static SyncToolSpecification tool(String name, Map<String, Object> schema, Does does) {
    return SyncToolSpecification.builder()
        .tool(Tool.builder(name, schema).description("For the suite: " + name).build())
        .callHandler(does::call)
        .build();
  }

  private static CallToolResult result(Content... content) {
    return CallToolResult.builder().content(List.of(content)).isError(false).build();
  }

  private static TextContent text(String text) {
    return TextContent.builder(text).build();
  }

  private static ResourceContents contents(String uri, String type, String text) {
    return TextResourceContents.builder(uri, text).mimeType(type).build();
  }

  private static EmbeddedResource embedded(String uri, String type, String text) {
    return EmbeddedResource.builder(contents(uri, type, text)).build();
  }

  private static List<SyncToolSpecification> tools() {
    return List.of(
        tool(
            "test_simple_text",
            (_, _) -> result(text("This is a simple text response for testing."))),
        tool(
            "test_image_content", (_, _) -> result(ImageContent.builder(PNG, "image/png").build())),
        tool(
            "test_audio_content", (_, _) -> result(AudioContent.builder(WAV, "audio/wav").build())),
        tool(
            "test_embedded_resource",
            (_, _) ->
                result(embedded("test://embedded-resource", "text/plain", "An embedded text."))),
        tool(
            "test_multiple_content_types",
            (_, _) ->
                result(
                    text("Multiple content types test:"),
                    ImageContent.builder(PNG, "image/png").build(),
                    embedded(
                        "test://mixed-content-resource",
                        "application/json",
                        "{\"test\":\"data\",\"value\":123}"))),
        tool("test_tool_with_logging", ConformanceServer::logging),
        tool("test_tool_with_progress", ConformanceServer::progress),
        tool(
            "test_error_handling",
            (_, _) ->
                CallToolResult.builder()
                    .addTextContent("This tool intentionally returns an error for testing")
                    .isError(true)
                    .build()),
        tool("test_sampling", object(map("prompt", of("string"))), ConformanceServer::sampling),
        tool("test_elicitation", object(map("message", of("string"))), ConformanceServer::form),
        tool("test_elicitation_sep1034_defaults", ConformanceServer::defaults),
        tool("test_elicitation_sep1330_enums", ConformanceServer::choices),
        tool("json_schema_2020_12_tool", schemaOf2020(), (_, _) -> result(text("ok"))));
  }

  private static CallToolResult logging(McpSyncServerExchange exchange, CallToolRequest request) {
    for (String said : List.of("started", "processing data", "completed")) {
      exchange.loggingNotification(
          LoggingMessageNotification.builder(LoggingLevel.INFO, "Tool execution " + said).build());
    }
    return result(text("logged"));
  }

  private static CallToolResult progress(McpSyncServerExchange exchange, CallToolRequest request) {
    for (double done : new double[] {0, 50, 100}) {
      exchange.progressNotification(
          ProgressNotification.builder(request.progressToken(), done).total(100.0).build());
    }
    return result(text("done"));
  }

  private static CallToolResult sampling(McpSyncServerExchange exchange, CallToolRequest request) {
    SamplingMessage asked =
        SamplingMessage.builder(Role.USER, text(String.valueOf(request.arguments().get("prompt"))))
            .build();
    Content said =
        exchange.createMessage(CreateMessageRequest.builder(List.of(asked), 100).build()).content();
    return result(text("LLM response: " + ((TextContent) said).text()));
  }

  private static CallToolResult form(McpSyncServerExchange exchange, CallToolRequest request) {
    Map<String, Object> schema = object(map("username", of("string"), "email", of("string")));
    schema.put("required", List.of("username", "email"));
    return asked(exchange, String.valueOf(request.arguments().get("message")), schema);
  }

  private static CallToolResult defaults(McpSyncServerExchange exchange, CallToolRequest request) {
    return asked(
        exchange,
        "All of these have defaults.",
        object(
            map(
                "name", map("type", "string", "default", "John Doe"),
                "age", map("type", "integer", "default", 30),
                "score", map("type", "number", "default", 95.5),
                "status",
                    map(
                        "type",
                        "string",
                        "enum",
                        List.of("active", "inactive", "pending"),
                        "default",
                        "active"),
                "verified", map("type", "boolean", "default", true))));
  }

  private static CallToolResult choices(McpSyncServerExchange exchange, CallToolRequest request) {
    List<String> plain = List.of("option1", "option2", "option3");
    List<Map<String, Object>> titled =
        List.of(
            map("const", "value1", "title", "First"),
            map("const", "value2", "title", "Second"),
            map("const", "value3", "title", "Third"));
    return asked(
        exchange,
        "Choose.",
        object(
            map(
                "untitledSingle", map("type", "string", "enum", plain),
                "titledSingle", map("type", "string", "oneOf", titled),
                "legacyEnum",
                    map(
                        "type",
                        "string",
                        "enum",
                        List.of("opt1", "opt2", "opt3"),
                        "enumNames",
                        List.of("Option One", "Option Two", "Option Three")),
                "untitledMulti",
                    map("type", "array", "items", map("type", "string", "enum", plain)),
                "titledMulti", map("type", "array", "items", map("anyOf", titled)))));
  }

  private static CallToolResult asked(
      McpSyncServerExchange exchange, String message, Map<String, Object> schema) {
    var reply = exchange.createElicitation(ElicitFormRequest.builder(message, schema).build());
    return result(text("User response: action=" + reply.action() + ", content=" + reply.content()));
  }

  private static Map<String, Object> schemaOf2020() {
    Map<String, Object> schema = map("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.putAll(object(map("name", of("string"), "address", map("$ref", "#/$defs/address"))));
    schema.put("$defs", map("address", object(map("street", of("string"), "city", of("string")))));
    schema.put("additionalProperties", false);
    return schema;
  }

  private static List<SyncResourceSpecification> resources() {
    return List.of(
        resource("test://static-text", "text/plain", "A text that is always there."),
        new SyncResourceSpecification(
            listed("test://static-binary", "image/png"),
            (_, asked) ->
                ReadResourceResult.builder(
                        List.of(
                            BlobResourceContents.builder(asked.uri(), PNG)
                                .mimeType("image/png")
                                .build()))
                    .build()),
        resource("test://watched-resource", "text/plain", "A text that is watched."));
  }

  private static Resource listed(String uri, String type) {
    return Resource.builder(uri, uri).description("For the suite").mimeType(type).build();
  }

  private static SyncResourceSpecification resource(String uri, String type, String text) {
    return new SyncResourceSpecification(
        listed(uri, type), (_, asked) -> read(contents(asked.uri(), type, text)));
  }

  private static ReadResourceResult read(ResourceContents contents) {
    return ReadResourceResult.builder(List.of(contents)).build();
  }

  private static List<SyncResourceTemplateSpecification> templates() {
    return List.of(
        new SyncResourceTemplateSpecification(
            ResourceTemplate.builder("test://template/{id}/data", "template")
                .description("For the suite")
                .mimeType("application/json")
                .build(),
            (_, asked) -> {
              String id = asked.uri().replaceAll("test://template/(.+)/data", "$1");
              return read(
                  contents(
                      asked.uri(),
                      "application/json",
                      "{\"id\":\"%s\",\"templateTest\":true,\"data\":\"Data for ID: %s\"}"
                          .formatted(id, id)));
            }));
  }

  private static List<SyncPromptSpecification> prompts() {
    return List.of(
        prompt(
            "test_simple_prompt",
            List.of(),
            _ -> List.of(text("This is a simple prompt for testing."))),
        prompt(
            "test_prompt_with_arguments",
            List.of("arg1", "arg2"),
            given ->
                List.of(
                    text(
                        "Prompt with arguments: arg1='%s', arg2='%s'"
                            .formatted(given.get("arg1"), given.get("arg2"))))),
        prompt(
            "test_prompt_with_embedded_resource",
            List.of("resourceUri"),
            given ->
                List.of(
                    embedded(
                        String.valueOf(given.get("resourceUri")),
                        "text/plain",
                        "An embedded text."),
                    text("Please process the embedded resource above."))),
        prompt(
            "test_prompt_with_image",
            List.of(),
            _ ->
                List.of(
                    ImageContent.builder(PNG, "image/png").build(),
                    text("Please analyze the image above."))));
  }

  private interface Says {
    List<Content> with(Map<String, Object> arguments);
  }

  private static SyncPromptSpecification prompt(String name, List<String> arguments, Says says) {
    Prompt prompt =
        Prompt.builder(name)
            .description("For the suite")
            .arguments(
                arguments.stream()
                    .map(each ->
                        PromptArgument.builder(each).description(each).required(true).build())
                    .toList())
            .build();
    return new SyncPromptSpecification(
        prompt,
        (_, asked) ->
            GetPromptResult.builder(
                    says.with(asked.arguments() == null ? Map.of() : asked.arguments()).stream()
                        .map(each -> PromptMessage.builder(Role.USER, each).build())
                        .toList())
                .build());
  }

  /** What may be watched. */
  private static final class Watchable implements McpResources {

    private static final Set<String> THERE = Set.of("test://watched-resource");

    @Override
    public Optional<ChangeWatch> subscribe(McpCaller caller, String uri, Runnable changed) {
      return THERE.contains(uri) ? Optional.of(() -> {}) : Optional.empty();
    }
  }
}
