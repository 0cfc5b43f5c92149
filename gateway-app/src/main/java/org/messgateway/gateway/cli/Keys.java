package org.messgateway.gateway.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.messgateway.gateway.HomeDocuments;
import org.messgateway.gateway.respond.KeyRotation;
import org.messgateway.gateway.respond.TokenFile;
import org.messgateway.gateway.respond.TokenUse;
import org.messgateway.gateway.store.GatewayFolder;

/** Where the keys of a home lie. */
final class Keys {

  private Keys() {}

  static TokenFile tokens(Workplace workplace) throws IOException {
    return documents(workplace).tokens();
  }

  static TokenUse use(Workplace workplace) throws IOException {
    return new TokenUse(folder(workplace));
  }

  static KeyRotation links(Workplace workplace) throws IOException {
    return documents(workplace).keyRotation();
  }

  private static HomeDocuments documents(Workplace workplace) throws IOException {
    folder(workplace);
    return workplace.documents();
  }

  private static Path folder(Workplace workplace) throws IOException {
    return GatewayFolder.prepare(workplace.home().resolve(".gateway")).resolve("keys");
  }
}
