package org.messgateway.api;

import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * An adapter through which people answer: by calls to {@code /callbacks/<channel>}, over a
 * connection that the adapter opens, or by polling the service.
 *
 * <p>The adapter authenticates events, reads the service's formats and shows the gateway's replies.
 * The gateway decides what an event means for a task ({@link InboundListener}). Source:
 * docs/rules.md#who-acted.
 */
public interface Inbound {

  /**
   * Starts listening and returns at once. The gateway calls it once, before the first {@link
   * #receive} and {@link Adapter#deliver}. The adapter retries a failed connection with growing
   * pauses until {@link Adapter#close}, which ends everything that this method started.
   *
   * @param listener the receiver of this channel's events
   */
  void listen(InboundListener listener);

  /**
   * Processes events that another gateway {@linkplain InboundListener#store stored} before it
   * ended, or the channel's adapter before this one until it was closed, as those of {@link
   * InboundListener#unfinished} at the start; returns at once. The gateway calls it after {@link
   * #listen}, for events that are new to this gateway or that another one stored before. An adapter
   * that stores no events needs no implementation. An adapter that stores events without
   * implementing this method processes them at its next start.
   *
   * @param events the stored events, oldest first
   */
  default void resume(List<InboundListener.StoredEvent> events) {}

  /**
   * Whether a press of a button reaches the gateway now, or is kept by the service until it does.
   * Messages carry buttons only while it does. The gateway calls it before each message, so it does
   * no I/O. Where the service keeps no presses, the first calls after {@link #listen} may wait for
   * its first connection, 3 s at most: messages of a start then have buttons as well.
   */
  boolean inboundOpen();

  /**
   * Handles one HTTP request of the service; returns within 1 s. The adapter checks authenticity in
   * constant time before it reads anything else, and answers 401 without a body to a request that
   * is not authentic.
   *
   * <p>An adapter without callbacks answers 404.
   */
  CallbackResponse receive(CallbackRequest call);

  /**
   * An HTTP request of the service.
   *
   * @param method the HTTP method
   * @param url the URL as the service sees it, made from {@code client_url} and never from the Host
   *     header
   * @param headers the values by name; names in lower case
   * @param body the body, unchanged
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over once, read once.
  record CallbackRequest(String method, URI url, Map<String, List<String>> headers, byte[] body) {}

  /**
   * The HTTP response to the service.
   *
   * @param status the HTTP status
   * @param mediaType the value of {@code Content-Type}
   * @param body the body
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over once, read once.
  record CallbackResponse(int status, String mediaType, byte[] body) {

    /** A response without a body. */
    public static CallbackResponse of(int status) {
      return new CallbackResponse(status, "text/plain", new byte[0]);
    }
  }
}
