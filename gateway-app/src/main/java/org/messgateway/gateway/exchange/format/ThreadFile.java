package org.messgateway.gateway.exchange.format;

/**
 * The content of one file of a thread, or the beginning of one.
 *
 * <p>The bytes are not copied, because they may be tens of megabytes: whoever hands them in leaves
 * them alone from then on.
 */
public final class ThreadFile {

  private final String name;
  private final byte[] content;

  /**
   * @param name as people know it; stands in errors, is never opened
   * @param content given away, not to be changed any more
   */
  public ThreadFile(String name, byte[] content) {
    this.name = name;
    this.content = content;
  }

  public String name() {
    return name;
  }

  /** Length in bytes. */
  public int length() {
    return content.length;
  }

  /** The bytes themselves, to be read only. */
  byte[] content() {
    return content;
  }

  /** Without the content: a thread in a log is enough of a mouthful. */
  @Override
  public String toString() {
    return name + " (" + content.length + " bytes)";
  }
}
