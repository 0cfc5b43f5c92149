package org.messgateway.testkit;

import java.util.List;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundListener;
import org.messgateway.api.InboundReply;

/**
 * A listener whose disk is full: it stores nothing, throws {@code InboundException}, and counts the
 * calls.
 */
public final class FullDiskListener implements InboundListener {

  private int asked;

  /** The number of events that the adapter tried to report or to store. */
  public synchronized int attempts() {
    return asked;
  }

  @Override
  public InboundReply report(InboundEvent event) throws InboundException {
    throw diskFull();
  }

  @Override
  public boolean store(String id, byte[] event) throws InboundException {
    throw diskFull();
  }

  private synchronized InboundException diskFull() {
    asked++;
    return new InboundException("The disk is full.", new IllegalStateException("for a test"));
  }

  @Override
  public void complete(String id) {}

  @Override
  public List<StoredEvent> unfinished() {
    return List.of();
  }

  @Override
  public boolean callbacksReachable() {
    return true;
  }
}
