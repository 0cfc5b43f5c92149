package org.messgateway.gateway.exchange.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads complete threads, and single documents of them. */
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
    Envelope envelope = envelope(head);
    List<ThreadMessage> messages = new ArrayList<>(documents.size());
    for (Document document : documents) {
      messages.add(message(document, messages.size(), limits));
    }
    return new ParsedThread(
        new MessThread(ref, envelope, messages), first, documents, limits.values(), head.history());
  }

  /**
   * Reads the envelope alone from the beginning of a file, so that a list of threads costs little
   * for large threads.
   *
   * @param prefix the first bytes of the file; a few kilobytes hold most envelopes
   * @param wholeFile whether the prefix is the whole file
   * @return empty when the envelope does not end inside the prefix: the caller needs a longer one
   * @throws ThreadFormatException when it cannot be read, or the file is no thread
   */
  public static Optional<Envelope> envelope(ThreadFile prefix, boolean wholeFile)
      throws ThreadFormatException {
    Optional<Document> first = DocumentSplitter.first(prefix, wholeFile);
    if (first.isEmpty() && wholeFile) {
      throw new ThreadFormatException(prefix.name(), 1, 1, "there is nothing in this file");
    }
    return first.isEmpty()
        ? Optional.empty()
        : Optional.of(envelope(YamlReader.meaning(first.get())));
  }

  /** The envelope that a thread's first document is. */
  private static Envelope envelope(YamlDocument document) throws ThreadFormatException {
    if (!(document.root() instanceof MappingNode root)) {
      throw document.source().problem(0, 0, "the first document is no envelope: it has no keys");
    }
    MappingFields fields = MappingFields.of(root);
    if (!fields.has("ref") && !fields.has("status")) {
      throw document.source().problem(0, 0, notAnEnvelope(fields));
    }
    String ref = fields.scalar("ref");
    String status = fields.scalar("status");
    String priority = fields.scalar("priority");
    return new Envelope(
        ref == null ? "" : ref,
        fields.scalar("requestor"),
        fields.scalar("executor"),
        status == null
            ? ThreadStatus.PENDING
            : ThreadStatus.of(status).orElse(ThreadStatus.PENDING),
        fields.instant("created"),
        fields.instant("updated"),
        fields.text("intent"),
        priority == null ? null : Priority.of(priority).orElse(null),
        fields.scalar("client_id"),
        fields.scalar("expires"),
        fields.scalar("needed_by"),
        fields.isTrue("confirm_before"),
        history(fields));
  }

  private static String notAnEnvelope(MappingFields fields) {
    return fields.has("MESS")
        ? "the first document is a message; an envelope with ref and status must stand before it"
        : "the first document is no envelope: it has neither ref nor status";
  }

  /** The history of a document that may have nothing else. */
  static List<HistoryEntry> history(YamlDocument document) {
    return history(MappingFields.of(document.root()));
  }

  private static List<HistoryEntry> history(MappingFields envelope) {
    List<Node> nodes = NodeValues.elements(envelope.node("history"));
    List<HistoryEntry> history = new ArrayList<>(nodes.size());
    for (Node node : nodes) {
      MappingFields fields = MappingFields.of(node);
      String action = node instanceof MappingNode ? fields.scalar("action") : NodeValues.text(node);
      history.add(
          new HistoryEntry(
              action == null ? "" : action,
              fields.instant("at"),
              fields.text("by"),
              fields.text("note")));
    }
    return history;
  }

  /**
   * Reads a message document. A document that is no map, or has no {@code MESS}, is a message
   * without payloads and keeps its position. A bare list is read as payloads.
   *
   * @param position position among the thread's messages, 0 for the first
   * @throws ThreadFormatException when it is no YAML, or beyond the limits
   */
  public static ThreadMessage message(Document document, int position)
      throws ThreadFormatException {
    return message(document, position, new ParseLimits());
  }

  /**
   * @param limits of the thread
   */
  private static ThreadMessage message(Document document, int position, ParseLimits limits)
      throws ThreadFormatException {
    Node root = YamlReader.meaning(document, limits).root();
    if (root instanceof SequenceNode list) {
      return new ThreadMessage(position, null, null, null, List.of(), PayloadReader.read(list));
    }
    MappingFields fields = MappingFields.of(root);
    Node mess = fields.node("MESS");
    return new ThreadMessage(
        position,
        fields.scalar("from"),
        fields.instant("received"),
        fields.scalar("channel"),
        fields.texts("re"),
        mess == null ? List.of() : PayloadReader.read(mess));
  }
}
