package org.messgateway.gateway.exchange.format;

/**
 * The content of one file of a thread, or its beginning.
 *
 * <p>The bytes are not copied, because they can be tens of megabytes: the caller must not change
 * them.
 */
public final class ThreadFile {

  private final String name;
  private final byte[] content;

  /**
   * @param name for errors; never opened
   * @param content must not be changed any more
   */
  public ThreadFile(String name, byte[] content) {
    this.name = name;
    this.content = content;
  }

  public String name() {
    return name;
  }

  /** Whether its last byte ends a line. */
  public boolean endsItsLine() {
    return content.length > 0 && content[content.length - 1] == '\n';
  }

  /** The bytes themselves, to be read only. */
  byte[] content() {
    return content;
  }

  /** Without the content, which is too long for a log. */
  @Override
  public String toString() {
    return name + " (" + content.length + " bytes)";
  }
}
