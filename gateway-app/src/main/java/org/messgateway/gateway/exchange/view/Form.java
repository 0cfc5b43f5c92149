package org.messgateway.gateway.exchange.view;

import java.util.List;

/** How a body is written. */
interface Form {

  byte[] write(List<ViewedMessage> messages);
}
