package org.messgateway.gateway.exchange.view;

import java.util.ArrayList;
import java.util.List;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;

/**
 * Message documents that an executor sees.
 *
 * <p>With a request: all but the answers of other executors, such as former holders. Later: the
 * request, messages of the exchange and its own, and requests, replies and cancellations of the
 * requestor; answers of others only with {@code sees: thread}. Of a task that was taken, cancelled
 * or expired, an executor other than the holder sees the envelope alone.
 */
final class Visibility {

  private static final String EXCHANGE = "exchange";

  private final MessThread thread;
  private final Viewer viewer;

  private Visibility(MessThread thread, Viewer viewer) {
    this.thread = thread;
    this.viewer = viewer;
  }

  /** Positions of the visible messages, in order. */
  static List<Integer> of(MessThread thread, NotificationKind kind, Viewer viewer) {
    Visibility visibility = new Visibility(thread, viewer);
    return switch (kind) {
      // An agent, to whom the last are sent, sees the whole thread.
      case REQUEST, RELEASED, QUESTION, ANSWER, PROGRESS, ENDED, UNROUTABLE ->
          visibility.withRequest();
      case TEST -> visibility.all();
      case TAKEN, CANCELLED, EXPIRED ->
          visibility.isHolder() ? visibility.afterRequest() : List.of();
      case CLAIMED, REPLY, REMINDER, FINISHED -> visibility.afterRequest();
      case TROUBLE, DIGEST -> List.of();
    };
  }

  private boolean isHolder() {
    return viewer.executor().equals(thread.envelope().executor());
  }

  private List<Integer> all() {
    List<Integer> shown = new ArrayList<>(thread.messages().size());
    for (ThreadMessage message : thread.messages()) {
      shown.add(message.position());
    }
    return shown;
  }

  private List<Integer> withRequest() {
    List<Integer> shown = new ArrayList<>(thread.messages().size());
    for (ThreadMessage message : thread.messages()) {
      if (viewer.seesThread() || !isAnswerOfOthers(message)) {
        shown.add(message.position());
      }
    }
    return shown;
  }

  private boolean isAnswerOfOthers(ThreadMessage message) {
    String from = message.from();
    boolean other =
        from != null
            && !EXCHANGE.equals(from)
            && !viewer.executor().equals(from)
            && thread.requestor().filter(from::equals).isEmpty();
    // An unknown payload of an executor counts as an answer.
    return other && message.payloads().stream().noneMatch(Visibility::isForExecutors);
  }

  private List<Integer> afterRequest() {
    if (viewer.seesThread()) {
      return all();
    }
    List<Integer> shown = new ArrayList<>();
    boolean requestShown = false;
    for (ThreadMessage message : thread.messages()) {
      boolean firstRequest = !requestShown && hasRequest(message);
      requestShown |= firstRequest;
      if (firstRequest || concerns(message)) {
        shown.add(message.position());
      }
    }
    return shown;
  }

  private static boolean hasRequest(ThreadMessage message) {
    return !message.payloads(Payload.Request.class).isEmpty();
  }

  private boolean concerns(ThreadMessage message) {
    String from = message.from();
    return EXCHANGE.equals(from)
        || viewer.executor().equals(from)
        || (thread.requestor().filter(requestor -> requestor.equals(from)).isPresent()
            && message.payloads().stream().anyMatch(Visibility::isForExecutors));
  }

  private static boolean isForExecutors(Payload payload) {
    return switch (payload) {
      case Payload.Request _, Payload.Reply _, Payload.Cancel _, Payload.Review _ -> true;
      case Payload.Status _,
          Payload.Response _,
          Payload.Ack _,
          Payload.Suggestion _,
          Payload.UnknownPayload _ ->
          false;
    };
  }
}
