package org.messgateway.gateway.home;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A document whose next read fails when it is told so, as without a file descriptor left. */
public final class DocumentUnreadableOnce implements DurableDocument {

  private final DurableDocument document;
  private boolean failing;

  public DocumentUnreadableOnce(DurableDocument document) {
    this.document = document;
  }

  /** The next read fails, and none after it. */
  public void failNextRead() {
    failing = true;
  }

  @Override
  public Object version() throws IOException {
    return document.version();
  }

  @Override
  public byte @Nullable [] read() throws IOException {
    if (failing) {
      failing = false;
      throw new IOException("Too many open files");
    }
    return document.read();
  }

  @Override
  public void change(Change change) throws IOException {
    document.change(change);
  }

  @Override
  public String shown() {
    return document.shown();
  }
}
