package org.messgateway.gateway.exchange.view;

import java.util.ArrayList;
import java.util.List;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;

/**
 * Which message documents an executor sees.
 *
 * <p>With a request: as they are on disk, all but what other executors said who had it before or
 * passed on it. Afterwards: the request, what the exchange said, what it said itself, and what the
 * requestor asked, answered or called off; others' answers only where it may see the whole thread.
 * Who does not hold a task that is taken, cancelled or expired sees its envelope alone.
 */
final class Visibility {

  private static final String EXCHANGE = "exchange";

  private final MessThread thread;
  private final Viewer viewer;

  private Visibility(MessThread thread, Viewer viewer) {
    this.thread = thread;
    this.viewer = viewer;
  }

  /** Positions of the messages to be shown, in order. */
  static List<Integer> of(MessThread thread, NotificationKind kind, Viewer viewer) {
    Visibility visibility = new Visibility(thread, viewer);
    return switch (kind) {
      case REQUEST -> visibility.asked();
      case TEST -> visibility.all();
      case TAKEN, CANCELLED, EXPIRED -> visibility.holds() ? visibility.afterwards() : List.of();
      case CLAIMED, REPLY, REMINDER, FINISHED -> visibility.afterwards();
      case TROUBLE, DIGEST -> List.of();
    };
  }

  private boolean holds() {
    return viewer.executor().equals(thread.envelope().executor());
  }

  private List<Integer> all() {
    return thread.messages().stream().map(ThreadMessage::position).toList();
  }

  private List<Integer> asked() {
    return thread.messages().stream()
        .filter(message -> viewer.seesThread() || !saidByOthers(message))
        .map(ThreadMessage::position)
        .toList();
  }

  private boolean saidByOthers(ThreadMessage message) {
    String from = message.from();
    boolean other =
        from != null
            && !EXCHANGE.equals(from)
            && !viewer.executor().equals(from)
            && thread.requestor().filter(from::equals).isEmpty();
    // Also what nobody knows the meaning of is an answer, when an executor said it.
    return other && message.payloads().stream().noneMatch(Visibility::isForExecutors);
  }

  private List<Integer> afterwards() {
    if (viewer.seesThread()) {
      return all();
    }
    List<Integer> shown = new ArrayList<>();
    boolean requestShown = false;
    for (ThreadMessage message : thread.messages()) {
      boolean firstRequest = !requestShown && asks(message);
      requestShown |= firstRequest;
      if (firstRequest || concerns(message)) {
        shown.add(message.position());
      }
    }
    return shown;
  }

  private static boolean asks(ThreadMessage message) {
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
      case Payload.Request _, Payload.Reply _, Payload.Cancel _ -> true;
      case Payload.Status _, Payload.Response _, Payload.Ack _, Payload.Other _ -> false;
    };
  }
}
