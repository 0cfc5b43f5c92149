package org.messgateway.api;

import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * An adapter through which people can answer: by calls to {@code /callbacks/<channel>}, over a
 * connection of its own, or by asking its service.
 *
 * <p>The adapter verifies who speaks, understands its service's forms, and shows people what the
 * gateway answers. What it means for a task is the gateway's business ({@link Ear}).
 */
public interface Inbound {

  /**
   * Begins to listen; returns at once. Called once, before the first {@link #receive} and {@link
   * Adapter#deliver}. What it starts ends with {@link Adapter#close}; what fails is tried again,
   * later and later, for as long as the adapter is open.
   */
  void listen(Ear ear);

  /**
   * Works through what another process {@linkplain Ear#keep kept} that is gone, as what was {@link
   * Ear#kept} at the start; returns at once. Called after {@link #listen}, for events of which this
   * process had not heard, or had heard that they were kept before. An adapter that keeps nothing
   * has nothing to do here; one that keeps events and does not do it works them through at its next
   * start.
   */
  default void takeOver(List<Ear.Kept> left) {}

  /**
   * Whether what a person presses now would reach us. Messages carry buttons only while it is so.
   * Cheap: asked before each message.
   */
  boolean wayBackOpen();

  /**
   * Takes one call of the service; answers within a second. A call that is not genuine is answered
   * 401 and says nothing; genuineness is decided in constant time, before anything else is read.
   *
   * <p>Adapters without callbacks answer 404.
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

  /** What to answer. */
  @SuppressWarnings("ArrayRecordComponent") // Handed over once, read once.
  record Response(int status, String mediaType, byte[] body) {

    /** An answer without a body. */
    public static Response of(int status) {
      return new Response(status, "text/plain", new byte[0]);
    }
  }
}
