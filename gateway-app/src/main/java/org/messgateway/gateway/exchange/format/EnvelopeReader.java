package org.messgateway.gateway.exchange.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Reads the first document of a thread only, so that a list of threads costs little for large
 * threads.
 */
public final class EnvelopeReader {

  private EnvelopeReader() {}

  /**
   * Reads the envelope from the beginning of a file.
   *
   * @param prefix the first bytes of the file; a few kilobytes hold most envelopes
   * @param wholeFile whether the prefix is the whole file
   * @return empty when the envelope does not end inside the prefix: the caller needs a longer one
   * @throws ThreadFormatException when it cannot be read, or the file is no thread
   */
  public static Optional<Envelope> read(ThreadFile prefix, boolean wholeFile)
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
  static Envelope envelope(YamlDocument document) throws ThreadFormatException {
    if (!(document.root() instanceof MappingNode root)) {
      throw document.source().problem(0, 0, "the first document is no envelope: it has no keys");
    }
    MappingFields fields = MappingFields.of(root);
    if (!fields.has("ref") && !fields.has("status")) {
      throw document.source().problem(0, 0, notAnEnvelope(fields));
    }
    return of(document);
  }

  private static String notAnEnvelope(MappingFields fields) {
    return fields.has("MESS")
        ? "the first document is a message; an envelope with ref and status must stand before it"
        : "the first document is no envelope: it has neither ref nor status";
  }

  /** The same of any document; without the keys of an envelope it is empty. */
  static Envelope of(YamlDocument document) {
    MappingFields fields = MappingFields.of(document.root());
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
        history(NodeValues.elements(fields.node("history"))));
  }

  /** The history of a document that may have nothing else. */
  static List<HistoryEntry> history(YamlDocument document) {
    return history(NodeValues.elements(MappingFields.of(document.root()).node("history")));
  }

  private static List<HistoryEntry> history(List<Node> nodes) {
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
}
