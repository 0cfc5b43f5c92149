package org.messgateway.gateway.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.messgateway.gateway.HomeDocuments;
import org.messgateway.gateway.home.GatewayFolder;
import org.messgateway.gateway.links.KeyRotation;
import org.messgateway.gateway.links.LinkRevocations;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenUsage;

/** Where the keys of a home lie. */
final class KeyFolder {

  private KeyFolder() {}

  static TokenFile tokens(CommandContext context) throws IOException {
    return documents(context).tokens();
  }

  static TokenUsage use(CommandContext context) throws IOException {
    return new TokenUsage(folder(context));
  }

  static LinkRevocations revocations(CommandContext context) throws IOException {
    return documents(context).linkRevocations();
  }

  static KeyRotation links(CommandContext context) throws IOException {
    return documents(context).keyRotation();
  }

  private static HomeDocuments documents(CommandContext context) throws IOException {
    folder(context);
    return context.documents();
  }

  private static Path folder(CommandContext context) throws IOException {
    return GatewayFolder.prepare(context.home().resolve(".gateway")).resolve("keys");
  }
}
