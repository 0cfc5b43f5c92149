package org.messgateway.gateway.mcp.transport;

import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceContents;
import io.modelcontextprotocol.spec.McpSchema.ResourceLink;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.Base64;
import java.util.List;
import org.messgateway.gateway.mcp.McpContent;
import org.messgateway.gateway.mcp.McpPrompts;
import org.messgateway.gateway.mcp.McpResources;
import org.messgateway.gateway.mcp.ToolDescription;
import org.messgateway.gateway.mcp.ToolResult;

/** Descriptions and results of the gateway as types of the SDK. */
final class SdkContent {

  private SdkContent() {}

  static Tool tool(ToolDescription tool) {
    Tool.Builder described =
        Tool.builder(tool.name(), tool.inputSchema())
            .title(tool.title())
            .description(tool.description())
            .annotations(
                ToolAnnotations.builder()
                    .title(tool.title())
                    .readOnlyHint(tool.readOnly())
                    .destructiveHint(tool.destructive())
                    .idempotentHint(tool.idempotent())
                    .openWorldHint(true)
                    .build());
    if (tool.outputSchema() != null) {
      described.outputSchema(tool.outputSchema());
    }
    return described.build();
  }

  static CallToolResult result(ToolResult result) {
    CallToolResult.Builder told =
        CallToolResult.builder()
            .content(result.content().stream().map(SdkContent::content).toList())
            .isError(result.error());
    if (result.structured() != null) {
      told.structuredContent(result.structured());
    }
    return told.build();
  }

  private static Content content(McpContent piece) {
    return switch (piece) {
      case McpContent.Words words -> TextContent.builder(words.text()).build();
      case McpContent.Picture picture ->
          ImageContent.builder(base64(picture.bytes()), picture.mediaType()).build();
      case McpContent.Link link -> link(link);
    };
  }

  private static ResourceLink link(McpContent.Link link) {
    ResourceLink.Builder built =
        ResourceLink.builder().uri(link.uri()).name(link.name()).mimeType(link.mediaType());
    if (link.size() != null) {
      built.size(link.size());
    }
    if (link.description() != null) {
      built.description(link.description());
    }
    return built.build();
  }

  static Resource resource(McpResources.Listed listed) {
    return Resource.builder(listed.uri(), listed.name())
        .title(listed.title())
        .description(listed.description())
        .mimeType(listed.mediaType())
        .build();
  }

  static ResourceTemplate template(McpResources.Listed listed) {
    return ResourceTemplate.builder(listed.uri(), listed.name())
        .title(listed.title())
        .description(listed.description())
        .mimeType(listed.mediaType())
        .build();
  }

  static ReadResourceResult contents(McpResources.Contents contents) {
    ResourceContents told =
        switch (contents) {
          case McpResources.Contents.Written text ->
              TextResourceContents.builder(text.uri(), text.text())
                  .mimeType(text.mediaType())
                  .build();
          case McpResources.Contents.Binary binary ->
              BlobResourceContents.builder(binary.uri(), base64(binary.bytes()))
                  .mimeType(binary.mediaType())
                  .build();
        };
    return ReadResourceResult.builder(List.of(told)).build();
  }

  static Prompt prompt(McpPrompts.Listed listed) {
    return Prompt.builder(listed.name())
        .title(listed.title())
        .description(listed.description())
        .arguments(
            listed.arguments().stream()
                .map(each ->
                    PromptArgument.builder(each.name())
                        .description(each.description())
                        .required(each.required())
                        .build())
                .toList())
        .build();
  }

  static GetPromptResult messages(List<McpPrompts.Said> messages) {
    return GetPromptResult.builder(
            messages.stream()
                .map(each ->
                    PromptMessage.builder(
                            each.byAssistant() ? Role.ASSISTANT : Role.USER,
                            content(each.content()))
                        .build())
                .toList())
        .build();
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
