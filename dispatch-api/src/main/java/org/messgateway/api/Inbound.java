package org.messgateway.api;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An adapter whose service calls us at {@code /callbacks/<channel>}.
 *
 * <p>The adapter alone decides whether a call is genuine, in constant time and before it reads
 * anything else.
 */
public interface Inbound {

  /**
   * Takes one call; answers within a second. A call that is not genuine is answered 401 and says
   * nothing.
   */
  Response receive(Call call);

  /**
   * One HTTP request as it came.
   *
   * @param url as the remote service sees it: made from {@code client_url}, never from the Host
   *     header
   * @param headers names in lower case
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over once, read once.
  record Call(String method, URI url, Map<String, List<String>> headers, byte[] body) {}

  /**
   * What to answer, and what was said.
   *
   * @param said in order; empty for calls that say nothing
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over once, read once.
  record Response(int status, String mediaType, byte[] body, List<Said> said) {}

  /**
   * Something a person did.
   *
   * @param person who acted, as the service knows them: a user id, a telephone number
   * @param receipt the message it was done to; null when it answers none
   * @param action the button; null for text
   * @param text what was written; null for a button alone
   */
  record Said(
      String person, @Nullable Receipt receipt, @Nullable Action action, @Nullable String text) {}
}
