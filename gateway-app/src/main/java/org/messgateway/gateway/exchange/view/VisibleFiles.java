package org.messgateway.gateway.exchange.view;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.gateway.exchange.format.MediaPlace;
import org.messgateway.gateway.exchange.format.ReadThread;

/**
 * Which files of a thread one executor may fetch: those of messages it may see, so that nobody gets
 * by a guessed address what a view keeps back. Immutable; any thread.
 */
public final class VisibleFiles {

  private final ReadThread thread;
  private final boolean all;
  private final Set<Integer> messages;

  public VisibleFiles(ReadThread thread, Viewer viewer) {
    this.thread = thread;
    // Who asked reads everything: it is the one the answers are for.
    this.all =
        viewer.seesThread()
            || thread.thread().requestor().filter(viewer.executor()::equals).isPresent();
    this.messages = Set.copyOf(Visibility.of(thread.thread(), NotificationKind.REQUEST, viewer));
  }

  /** Whether what a message holds or names may be fetched. */
  public boolean of(int message) {
    return all ? message < thread.messages().size() : messages.contains(message);
  }

  /** Whether a file that lies beside the thread may be fetched. */
  public boolean attachment(String name) {
    return all
        || messages.stream().anyMatch(position -> says(position, name))
        || messages.stream().anyMatch(position -> names(position).contains(name));
  }

  /** The usual case, from what was read before. */
  private boolean says(int position, String name) {
    return RemotePlaces.media(thread.thread().messages().get(position))
        .anyMatch(media -> name.equals(media.attachment()));
  }

  /** Wherever it stands in the document. */
  private List<String> names(int position) {
    ViewedMessage message =
        new ViewedMessage(
            thread.messages().get(position), thread.thread().messages().get(position));
    return message.mayNameFiles()
        ? message.places().stream()
            .map(MediaPlace::media)
            .map(Media::attachment)
            .filter(name -> name != null)
            .collect(Collectors.toList())
        : List.of();
  }
}
