package org.messgateway.testkit;

/**
 * What a simulated service says beside the script of a test: answers to requests that prepare a
 * message, as a handshake does, and what an answer repeats of its request.
 */
public interface ServiceDialogue {

  /** A service that needs no preparation and repeats nothing. */
  ServiceDialogue NONE =
      new ServiceDialogue() {
        @Override
        public boolean prepares(RecordedRequest request) {
          return false;
        }

        @Override
        public CannedResponse answer(RecordedRequest request, CannedResponse planned) {
          return planned;
        }
      };

  /** Whether a request only prepares a message; it is answered before the script goes on. */
  boolean prepares(RecordedRequest request);

  /**
   * The answer to a request.
   *
   * @param planned by the script
   */
  CannedResponse answer(RecordedRequest request, CannedResponse planned);
}
