package org.messgateway.gateway.exchange.format;

import java.util.List;
import java.util.Optional;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.api.mess.Timestamps;
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
    return first.isEmpty() ? Optional.empty() : Optional.of(read(first.get(), new ParseLimits()));
  }

  /**
   * @param document the first document of a thread
   * @param limits of the thread
   */
  static Envelope read(Document document, ParseLimits limits) throws ThreadFormatException {
    Node root = YamlReader.meaning(document, limits).root();
    if (!(root instanceof MappingNode)) {
      throw document.problem(0, 0, "the first document is no envelope: it has no keys");
    }
    MappingFields fields = MappingFields.of(root);
    if (!fields.has("ref") && !fields.has("status")) {
      throw document.problem(0, 0, notAnEnvelope(fields));
    }
    return envelope(fields);
  }

  private static String notAnEnvelope(MappingFields fields) {
    return fields.has("MESS")
        ? "the first document is a message; an envelope with ref and status must stand before it"
        : "the first document is no envelope: it has neither ref nor status";
  }

  private static Envelope envelope(MappingFields fields) {
    return new Envelope(
        fields.scalar("ref").orElse(""),
        fields.scalar("requestor").orElse(null),
        fields.scalar("executor").orElse(null),
        fields.scalar("status").flatMap(ThreadStatus::of).orElse(ThreadStatus.PENDING),
        fields.scalar("created").flatMap(Timestamps::parse).orElse(null),
        fields.scalar("updated").flatMap(Timestamps::parse).orElse(null),
        fields.text("intent").orElse(null),
        fields.scalar("priority").flatMap(Priority::of).orElse(null),
        fields.scalar("client_id").orElse(null),
        fields.scalar("expires").orElse(null),
        fields.scalar("needed_by").orElse(null),
        fields.truth("confirm_before").orElse(false),
        history(fields));
  }

  private static List<HistoryEntry> history(MappingFields fields) {
    return fields.node("history").map(NodeValues::elements).orElse(List.of()).stream()
        .map(EnvelopeReader::historyEntry)
        .toList();
  }

  private static HistoryEntry historyEntry(Node node) {
    MappingFields fields = MappingFields.of(node);
    String action = node instanceof MappingNode ? "" : NodeValues.text(node).orElse("");
    return new HistoryEntry(
        fields.scalar("action").orElse(action),
        fields.scalar("at").flatMap(Timestamps::parse).orElse(null),
        fields.text("by").orElse(null),
        fields.text("note").orElse(null));
  }
}
