package org.messgateway.gateway.flow;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A program of somebody else: an MCP server of the official SDK on standard input and output. */
final class SdkServer {

  private SdkServer() {}

  public static void main(String[] arguments) throws InterruptedException {
    PrintStream wire = System.out;
    System.setOut(System.err);
    CountDownLatch end = new CountDownLatch(1);
    InputStream in =
        new FilterInputStream(System.in) {
          @Override
          public int read(byte[] bytes, int from, int length) throws IOException {
            int read = super.read(bytes, from, length);
            if (read < 0) {
              end.countDown();
            }
            return read;
          }
        };
    Map<String, Object> schema =
        Map.of(
            "type",
            "object",
            "properties",
            Map.of("prompt", Map.of("type", "string")),
            "required",
            List.of("prompt"));
    SyncToolSpecification tool =
        SyncToolSpecification.builder()
            .tool(Tool.builder("do_task", schema).description("Does a task.").build())
            .callHandler((_, request) ->
                CallToolResult.builder()
                    .addTextContent("Did: " + request.arguments().get("prompt"))
                    .build())
            .build();
    McpSyncServer server =
        McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper(), in, wire))
            .serverInfo("agent", "1")
            .capabilities(ServerCapabilities.builder().tools(true).build())
            .tools(tool)
            .build();
    end.await();
    server.closeGracefully();
    System.exit(0);
  }
}
