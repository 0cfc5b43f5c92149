package org.messgateway.gateway.exchange.view;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.LocalFiles;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.read.ExchangeFiles;

/**
 * Files of tasks: attachments, also of other threads of the same requestor, data URIs, and
 * permitted files of this machine. An executor gets files of messages that it may see; other files
 * do not exist for it.
 */
public final class TaskFiles {

  private static final Pattern LOCAL = Pattern.compile("local-(\\d{1,6})-(\\d{1,6})");
  private static final Pattern STORED = Pattern.compile("content-(\\d{1,6})-(\\d{1,6})");
  private static final Pattern INLINE = Pattern.compile("inline-(\\d{1,6})-(\\d{1,6})");

  private final Exchange exchange;
  private final Supplier<LocalFiles> local;

  /**
   * @param local the current permissions
   */
  public TaskFiles(Exchange exchange, Supplier<LocalFiles> local) {
    this.exchange = exchange;
    this.local = local;
  }

  /** A file by its name in a link. */
  public Optional<TaskFile> file(LoadedThread loaded, Viewer viewer, String name) {
    VisibleFiles visible = new VisibleFiles(loaded.parsed(), viewer);
    Matcher onDisk = LOCAL.matcher(name);
    if (onDisk.matches()) {
      return local(loaded, visible, number(onDisk, 1), number(onDisk, 2));
    }
    Matcher stored = STORED.matcher(name);
    if (stored.matches()) {
      return stored(loaded, viewer, number(stored, 1), number(stored, 2));
    }
    Matcher inline = INLINE.matcher(name);
    if (inline.matches()) {
      return inline(loaded, visible, name, number(inline, 1), number(inline, 2));
    }
    return visible.attachment(name) ? attachment(loaded.ref(), name) : Optional.empty();
  }

  /** URL of a picture that a thread names. */
  public Optional<String> remote(LoadedThread loaded, Viewer viewer, int document, int number) {
    return uri(
        loaded,
        new VisibleFiles(loaded.parsed(), viewer),
        document,
        number,
        MediaReferences::remote);
  }

  private static int number(Matcher numbers, int group) {
    return Integer.parseInt(numbers.group(group));
  }

  private static Optional<String> uri(
      LoadedThread loaded,
      VisibleFiles visible,
      int document,
      int number,
      Function<ThreadMessage, List<String>> places) {
    if (!visible.of(document)) {
      return Optional.empty();
    }
    List<String> uris = places.apply(loaded.thread().messages().get(document));
    return number < uris.size() ? Optional.of(uris.get(number)) : Optional.empty();
  }

  /** The permission is checked at each fetch. */
  private Optional<TaskFile> local(
      LoadedThread loaded, VisibleFiles visible, int document, int number) {
    return uri(loaded, visible, document, number, MediaReferences::local)
        .flatMap(uri -> local.get().permitted(uri))
        .map(file ->
            new TaskFile(file.name(), MediaTypes.ofName(file.name()), file.size(), file::open));
  }

  private Optional<TaskFile> stored(LoadedThread loaded, Viewer viewer, int document, int number) {
    return uri(
            loaded,
            new VisibleFiles(loaded.parsed(), viewer),
            document,
            number,
            MediaReferences::stored)
        .flatMap(MediaReferences::storedFile)
        .flatMap(file ->
            holder(loaded, file.ref())
                .filter(holder -> isAttachment(holder, file.name()))
                .filter(holder ->
                    byRequestor(loaded, document)
                        || new VisibleFiles(holder.parsed(), viewer).attachment(file.name()))
                .flatMap(_ -> attachment(file.ref(), file.name())));
  }

  /** The thread of the same requestor that has the file; another's does not exist. */
  private Optional<LoadedThread> holder(LoadedThread loaded, Ref ref) {
    if (ref.equals(loaded.ref())) {
      return Optional.of(loaded);
    }
    return exchange
        .loader()
        .load(ref)
        .complete()
        .filter(other -> other.thread().requestor().isPresent())
        .filter(other -> other.thread().requestor().equals(loaded.thread().requestor()));
  }

  private static boolean isAttachment(LoadedThread holder, String name) {
    return holder.thread().messages().stream()
        .flatMap(MediaReferences::media)
        .anyMatch(media -> name.equals(media.attachment()));
  }

  /** Who asks may show others what is their own; an executor shows what it sees itself. */
  private static boolean byRequestor(LoadedThread loaded, int document) {
    return Optional.ofNullable(loaded.thread().messages().get(document).from())
        .equals(loaded.thread().requestor());
  }

  private static Optional<TaskFile> inline(
      LoadedThread loaded, VisibleFiles visible, String name, int document, int number) {
    if (!visible.of(document)) {
      return Optional.empty();
    }
    return inline(loaded.parsed().messages().get(document), number)
        .map(data ->
            new TaskFile(
                name,
                data.mime(),
                data.bytes().length,
                () -> new ByteArrayInputStream(data.bytes())));
  }

  private static Optional<InlineData> inline(Document document, int number) {
    try {
      return InlineData.find(document, number);
    } catch (ThreadFormatException e) {
      throw new IllegalStateException("a document that was read a moment ago cannot be read", e);
    }
  }

  private Optional<TaskFile> attachment(Ref ref, String name) {
    return open(ref, name)
        .map(file ->
            new TaskFile(
                name,
                MediaTypes.ofName(name),
                file.size(),
                () -> Channels.newInputStream(file.channel())));
  }

  private Optional<ExchangeFiles.OpenFile> open(Ref ref, String name) {
    try {
      return exchange.files().open(ref, name);
    } catch (IOException e) {
      throw new UncheckedIOException("An attachment of " + ref + " cannot be opened", e);
    }
  }
}
