package org.messgateway.gateway.exchange.view;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.TaskDocument;
import org.messgateway.gateway.exchange.format.ReadThread;

/**
 * A thread as one executor may see it, as a body for machines. Immutable; each call renders anew.
 *
 * <p>Documents that need no change are the bytes on disk. Attachments become links, and so do files
 * of this machine that may be shown; of others it is said on whose machine they are. Data URIs do
 * where the body would grow over the limit, largest first. A body without data URIs can still be
 * larger than the limit: nothing else is left out.
 */
public final class ThreadView implements TaskDocument {

  private final ReadThread thread;
  private final NotificationKind kind;
  private final Viewer viewer;
  private final @Nullable FileLinks links;

  /**
   * Makes the view for one notification.
   *
   * @param links null when the executor can be given no link: attachments stay as they are then,
   *     and data that is too large is left out with a word about it
   */
  public ThreadView(
      ReadThread thread, NotificationKind kind, Viewer viewer, @Nullable FileLinks links) {
    this.thread = thread;
    this.kind = kind;
    this.viewer = viewer;
    this.links = links;
  }

  @Override
  public byte[] yaml(int maxBytes) {
    return body(new YamlForm(thread.envelope())).within(maxBytes);
  }

  @Override
  public byte[] json(int maxBytes) {
    return body(new JsonForm(thread.envelope())).within(maxBytes);
  }

  private Body body(Form form) {
    return new Body(messages(), form, new FilePlaces(links, elsewhere()));
  }

  /** Whose machine files lie on; nobody needs to be told of their own. */
  private @Nullable String elsewhere() {
    String requestor = thread.thread().requestor().orElse("the one who asks");
    boolean own = viewer.executor().isEmpty() || viewer.executor().equals(requestor);
    return own ? null : requestor;
  }

  private List<ViewedMessage> messages() {
    return Visibility.of(thread.thread(), kind, viewer).stream()
        .map(position ->
            new ViewedMessage(
                thread.messages().get(position), thread.thread().messages().get(position)))
        .toList();
  }
}
