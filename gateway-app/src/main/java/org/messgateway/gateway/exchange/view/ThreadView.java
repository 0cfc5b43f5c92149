package org.messgateway.gateway.exchange.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.TaskDocument;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.EnvelopeEditor;
import org.messgateway.gateway.exchange.format.ParsedThread;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlWriter;

/**
 * A thread as one executor may see it, as a body for machines. Immutable; each call renders again.
 *
 * <p>The envelope carries the ref in use, the name of the thread's file. Documents without a change
 * are the bytes on disk. Attachments and permitted local files become links; other local files are
 * named with their machine. Data URIs become links where the body would exceed its limit, largest
 * first. A body without data URIs can still exceed the limit: nothing else is left out.
 */
public final class ThreadView implements TaskDocument {

  private final ParsedThread thread;
  private final NotificationKind kind;
  private final Viewer viewer;
  private final @Nullable FileLinks links;
  private final Map<String, Object> more;

  /**
   * Makes the view for one notification.
   *
   * @param links null where the executor gets no links: attachments stay unchanged, and large data
   *     URIs are replaced by a note
   */
  public ThreadView(
      ParsedThread thread, NotificationKind kind, Viewer viewer, @Nullable FileLinks links) {
    this(thread, kind, viewer, links, Map.of());
  }

  private ThreadView(
      ParsedThread thread,
      NotificationKind kind,
      Viewer viewer,
      @Nullable FileLinks links,
      Map<String, Object> more) {
    this.more = more;
    this.thread = thread;
    this.kind = kind;
    this.viewer = viewer;
    this.links = links;
  }

  /** The same with a further member of the envelope, which no file has; none where it is empty. */
  public ThreadView with(String name, Object value) {
    boolean empty =
        (value instanceof Map<?, ?> map && map.isEmpty())
            || (value instanceof List<?> list && list.isEmpty());
    if (empty) {
      return this;
    }
    Map<String, Object> members = new LinkedHashMap<>(more);
    members.put(name, value);
    return new ThreadView(thread, kind, viewer, links, members);
  }

  /** The same with the refs of the threads that it names otherwise ({@code refs}). */
  public ThreadView naming(EarlierThreads earlier) {
    return with("refs", earlier.refs(thread.thread()));
  }

  @Override
  public byte[] yaml(int maxBytes) {
    return body(true).yaml(maxBytes);
  }

  @Override
  public byte[] json(int maxBytes) {
    return body(false).json(maxBytes);
  }

  /** Carries the ref in use: what another program wrote there may be another's, or a path. */
  private Document envelope() {
    return more.isEmpty() ? named() : extended(named());
  }

  private Document extended(Document envelope) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    if (ViewedMessage.reread(envelope, false).value() instanceof Map<?, ?> map) {
      map.forEach((key, value) -> members.put(String.valueOf(key), value));
    }
    members.putAll(more);
    return Document.whole(envelope.file().name(), YamlWriter.write(members).getBytes(UTF_8));
  }

  private Document named() {
    Document written = thread.envelope();
    String ref = thread.thread().ref();
    String stated = thread.thread().envelope().ref();
    if (stated.equals(ref) || stated.isEmpty()) {
      return written;
    }
    try {
      byte[] named = EnvelopeEditor.apply(written, EnvelopeEdit.NOTHING.ref(ref));
      return Document.whole(written.file().name(), named);
    } catch (ThreadFormatException e) {
      throw new IllegalStateException("an envelope that was read: " + e.getMessage(), e);
    }
  }

  private ThreadBody body(boolean located) {
    return new ThreadBody(envelope(), messages(located), new FileReferences(links, elsewhere()));
  }

  /** Owner of the machine with the local files; null for the viewer itself. */
  private @Nullable String elsewhere() {
    String requestor = thread.thread().requestor().orElse("the one who asks");
    boolean own = viewer.executor().isEmpty() || viewer.executor().equals(requestor);
    return own ? null : requestor;
  }

  private List<ViewedMessage> messages(boolean located) {
    List<Integer> visible = Visibility.of(thread.thread(), kind, viewer);
    List<ViewedMessage> messages = new ArrayList<>(visible.size());
    for (int position : visible) {
      messages.add(
          new ViewedMessage(
              thread.messages().get(position), thread.thread().messages().get(position), located));
    }
    return messages;
  }
}
