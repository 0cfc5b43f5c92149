package org.messgateway.testkit;

import java.util.List;
import org.messgateway.api.Ear;
import org.messgateway.api.EarException;
import org.messgateway.api.Heard;
import org.messgateway.api.Said;

/**
 * An ear with a full disk behind it: it takes nothing and remembers nothing, however much it is
 * told, and counts how often it was.
 */
public final class FullEar implements Ear {

  private int asked;

  /** How often something was to be taken. */
  public synchronized int asked() {
    return asked;
  }

  @Override
  public Heard hear(Said said) throws EarException {
    throw full();
  }

  @Override
  public boolean keep(String id, byte[] event) throws EarException {
    throw full();
  }

  private synchronized EarException full() {
    asked++;
    return new EarException("The disk is full.", new IllegalStateException("for a test"));
  }

  @Override
  public void done(String id) {}

  @Override
  public List<Kept> kept() {
    return List.of();
  }

  @Override
  public boolean callable() {
    return true;
  }
}
