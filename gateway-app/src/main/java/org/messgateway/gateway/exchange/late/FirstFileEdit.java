package org.messgateway.gateway.exchange.late;

import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadFormatException;

/**
 * An edit of the file that begins with the envelope. It is applied again when another program wrote
 * first.
 */
@FunctionalInterface
public interface FirstFileEdit {

  /**
   * The file after the edit.
   *
   * @param firstFile as it is now
   */
  byte[] apply(ThreadFile firstFile) throws ThreadFormatException;
}
