package org.messgateway.api;

/**
 * The body of a machine's answer to a delivery.
 *
 * @param mediaType the declared media type; empty when there was none
 * @param body the first {@link #MOST} bytes at most
 * @param complete whether the body is whole and arrived in time
 */
@SuppressWarnings("ArrayRecordComponent") // Copied on the way in and out.
public record ServiceReply(String mediaType, byte[] body, boolean complete) {

  /** The limit of a body in bytes. */
  public static final int MOST = 1024 * 1024;

  public ServiceReply {
    body = body.clone();
  }

  @Override
  public byte[] body() {
    return body.clone();
  }

  @Override
  public String toString() {
    return "ServiceReply["
        + mediaType
        + ", "
        + body.length
        + " bytes"
        + (complete ? "]" : ", cut]");
  }
}
