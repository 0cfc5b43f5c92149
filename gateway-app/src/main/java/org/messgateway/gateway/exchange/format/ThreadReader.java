package org.messgateway.gateway.exchange.format;

import java.util.ArrayList;
import java.util.List;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadMessage;

/** Reads complete threads. */
public final class ThreadReader {

  private ThreadReader() {}

  /**
   * Reads a thread from the content of its files.
   *
   * @param ref name of the file or folder; the ref in the envelope does not count
   * @param files {@code 000-…}, {@code 001-…} in order, or the one flat file; only the first has an
   *     envelope
   * @throws ThreadFormatException when a document cannot be read, the first is no envelope, or all
   *     together are beyond the limits
   */
  public static ParsedThread read(String ref, List<ThreadFile> files) throws ThreadFormatException {
    List<Document> documents = new ArrayList<>();
    for (ThreadFile file : files) {
      documents.addAll(DocumentSplitter.split(file, ParseLimits.DOCUMENTS - documents.size()));
    }
    if (documents.isEmpty() || documents.getFirst().file() != files.getFirst()) {
      String name = files.isEmpty() ? ref : files.getFirst().name();
      throw new ThreadFormatException(name, 1, 1, "there is nothing in this file");
    }
    return read(ref, documents.getFirst(), documents.subList(1, documents.size()));
  }

  private static ParsedThread read(String ref, Document first, List<Document> documents)
      throws ThreadFormatException {
    ParseLimits limits = new ParseLimits();
    YamlDocument head = YamlReader.meaning(first, limits);
    Envelope envelope = EnvelopeReader.envelope(head);
    List<ThreadMessage> messages = new ArrayList<>(documents.size());
    for (Document document : documents) {
      messages.add(MessageReader.read(document, messages.size(), limits));
    }
    return new ParsedThread(
        new MessThread(ref, envelope, messages), first, documents, limits.values(), head.history());
  }
}
