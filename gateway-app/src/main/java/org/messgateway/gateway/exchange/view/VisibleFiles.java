package org.messgateway.gateway.exchange.view;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.gateway.exchange.format.MediaNode;
import org.messgateway.gateway.exchange.format.ParsedThread;

/**
 * Files of a thread that one executor may fetch: those of messages it may see, so that a guessed
 * address gives no file that a view leaves out. Immutable; thread-safe.
 */
public final class VisibleFiles {

  private final ParsedThread thread;
  private final boolean all;
  private final Set<Integer> messages;

  public VisibleFiles(ParsedThread thread, Viewer viewer) {
    this.thread = thread;
    // The requestor sees all answers.
    this.all =
        viewer.seesThread()
            || thread.thread().requestor().filter(viewer.executor()::equals).isPresent();
    this.messages = Set.copyOf(Visibility.of(thread.thread(), NotificationKind.REQUEST, viewer));
  }

  /** Whether the files of a message may be fetched. */
  public boolean of(int message) {
    return all ? message < thread.messages().size() : messages.contains(message);
  }

  /** Whether an attachment may be fetched. */
  public boolean attachment(String name) {
    return all
        || messages.stream().anyMatch(position -> says(position, name))
        || messages.stream().anyMatch(position -> names(position).contains(name));
  }

  /** The usual case, from the parsed values. */
  private boolean says(int position, String name) {
    return MediaReferences.media(thread.thread().messages().get(position))
        .anyMatch(media -> name.equals(media.attachment()));
  }

  /** Attachments anywhere in the document. */
  private List<String> names(int position) {
    ViewedMessage message =
        new ViewedMessage(
            thread.messages().get(position), thread.thread().messages().get(position), false);
    return message.mayNameFiles()
        ? message.places().stream()
            .map(MediaNode::media)
            .map(Media::attachment)
            .filter(name -> name != null)
            .collect(Collectors.toList())
        : List.of();
  }
}
