package org.messgateway.gateway;

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
import org.messgateway.gateway.exchange.ExchangeFiles;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.LocalFiles;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.view.InlineData;
import org.messgateway.gateway.exchange.view.LocalPlaces;
import org.messgateway.gateway.exchange.view.RemotePlaces;
import org.messgateway.gateway.exchange.view.Viewer;
import org.messgateway.gateway.exchange.view.VisibleFiles;
import org.messgateway.gateway.respond.TaskFile;

/**
 * The files of tasks: what lies beside a thread, stands in it, or lies on this machine where the
 * operator permits it. Everybody gets those of messages it may see; of others none is there.
 */
final class OpenFiles {

  private static final Pattern LOCAL = Pattern.compile("local-(\\d{1,6})-(\\d{1,6})");
  private static final Pattern INLINE = Pattern.compile("inline-(\\d{1,6})-(\\d{1,6})");

  private final Exchange exchange;
  private final Supplier<LocalFiles> local;

  /**
   * @param local what is permitted now
   */
  OpenFiles(Exchange exchange, Supplier<LocalFiles> local) {
    this.exchange = exchange;
    this.local = local;
  }

  /** A file by its name in the links we gave. */
  Optional<TaskFile> file(LoadedThread loaded, Viewer viewer, String name) {
    VisibleFiles visible = new VisibleFiles(loaded.read(), viewer);
    Matcher onDisk = LOCAL.matcher(name);
    if (onDisk.matches()) {
      return local(loaded, visible, number(onDisk, 1), number(onDisk, 2));
    }
    Matcher inline = INLINE.matcher(name);
    if (inline.matches()) {
      return inline(loaded, visible, name, number(inline, 1), number(inline, 2));
    }
    return visible.attachment(name) ? attachment(loaded.ref(), name) : Optional.empty();
  }

  /** Where a picture lies that a thread names by URL. */
  Optional<String> remote(LoadedThread loaded, Viewer viewer, int document, int number) {
    return uri(loaded, new VisibleFiles(loaded.read(), viewer), document, number, RemotePlaces::of);
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

  /** Permitted again each time it is fetched. */
  private Optional<TaskFile> local(
      LoadedThread loaded, VisibleFiles visible, int document, int number) {
    return uri(loaded, visible, document, number, LocalPlaces::of)
        .flatMap(uri -> local.get().permitted(uri))
        .map(file -> new TaskFile(file.name(), Mime.ofName(file.name()), file.size(), file::open));
  }

  private static Optional<TaskFile> inline(
      LoadedThread loaded, VisibleFiles visible, String name, int document, int number) {
    if (!visible.of(document)) {
      return Optional.empty();
    }
    return inline(loaded.read().messages().get(document), number)
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
                Mime.ofName(name),
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
