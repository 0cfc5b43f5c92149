package org.messgateway.gateway.dispatch;

/** An adapter did not answer as it must. The message is for people; it holds no secret. */
public class ChannelFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String brief;
  private final boolean called;

  /**
   * @param brief the same without paths of this machine, for histories that others read
   * @param called whether the adapter was called; where it was not, nothing was sent and the
   *     attempt does not count
   */
  protected ChannelFailure(String message, String brief, boolean called) {
    super(message);
    this.brief = brief;
    this.called = called;
  }

  /** The message without paths of this machine. */
  public final String brief() {
    return brief;
  }

  /** Whether the adapter was called. */
  public final boolean called() {
    return called;
  }
}
