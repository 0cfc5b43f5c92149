package org.messgateway.gateway.exchange;

import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadFormatException;

/**
 * A change of the file that has the envelope, which can be made again when somebody else was
 * faster.
 */
@FunctionalInterface
interface HeadEdit {

  /**
   * The file after the change.
   *
   * @param head as it is now
   */
  byte[] apply(ThreadFile head) throws ThreadFormatException;
}
