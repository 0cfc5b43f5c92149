package org.messgateway.api;

/**
 * What a machine said in the body of its answer.
 *
 * @param mediaType as it was declared, empty when it was not
 * @param body at most 128 KiB of it
 * @param complete whether that is all of it, received in time
 */
@SuppressWarnings("ArrayRecordComponent") // Copied on the way in and out.
public record Reply(String mediaType, byte[] body, boolean complete) {

  public Reply {
    body = body.clone();
  }

  @Override
  public byte[] body() {
    return body.clone();
  }

  @Override
  public String toString() {
    return "Reply[" + mediaType + ", " + body.length + " bytes" + (complete ? "]" : ", cut]");
  }
}
