package org.messgateway.gateway.exchange.write;

import java.nio.file.Path;
import org.messgateway.gateway.exchange.Sandbox;

/** The same where the system cannot exchange names: a hard link, then a rename. */
class PortableBatchHistoryWriterTest extends BatchHistoryWriterTest {

  @Override
  Sandbox sandbox(Path root) {
    return Sandbox.portable(root);
  }
}
