package org.messgateway.gateway.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.messgateway.gateway.HomeDocuments;
import org.messgateway.gateway.home.GatewayFolder;
import org.messgateway.gateway.links.KeyRotation;
import org.messgateway.gateway.links.LinkRevocations;
import org.messgateway.gateway.links.StoredToken;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenUsage;

/** Where the keys of a home lie. */
public final class KeyFolder {

  private KeyFolder() {}

  public static TokenFile tokens(CommandContext context) throws IOException {
    return documents(context).tokens();
  }

  public static TokenUsage use(CommandContext context) throws IOException {
    return new TokenUsage(folder(context));
  }

  public static LinkRevocations revocations(CommandContext context) throws IOException {
    return documents(context).linkRevocations();
  }

  public static KeyRotation links(CommandContext context) throws IOException {
    return documents(context).keyRotation();
  }

  /** Advice about a token of an agent or an operator without an end. */
  public static String endless(StoredToken token, CommandHint hint) {
    String of = token.kind().code() + " " + token.name();
    return "Token "
        + token.id()
        + " of "
        + of
        + " never ends. Make one that does: "
        + hint.to("token", token.kind().code(), token.name())
        + ", then: "
        + hint.to("revoke", token.id());
  }

  /** The same of all in the home; those in a shared store are not looked at. */
  public static List<String> endless(CommandContext context, CommandHint hint) {
    Path keys = context.home().resolve(".gateway").resolve("keys");
    if (!Files.exists(keys.resolve(TokenFile.FILE))) {
      return List.of();
    }
    try {
      return new TokenFile(keys)
          .read().stream().filter(StoredToken::endless).map(each -> endless(each, hint)).toList();
    } catch (IOException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }

  private static HomeDocuments documents(CommandContext context) throws IOException {
    folder(context);
    return context.documents();
  }

  private static Path folder(CommandContext context) throws IOException {
    return GatewayFolder.prepare(context.home().resolve(".gateway")).resolve("keys");
  }
}
