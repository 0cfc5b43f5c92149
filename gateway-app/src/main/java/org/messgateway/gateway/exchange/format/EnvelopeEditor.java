package org.messgateway.gateway.exchange.format;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.gateway.exchange.format.BlockScanner.ScannedDocument;
import org.snakeyaml.engine.v2.nodes.MappingNode;

/**
 * Edits an envelope and keeps all other bytes: comments, key order, unknown keys, quotes, line
 * ends.
 *
 * <p>Each result is parsed again and must have exactly the wanted values. Where the text cannot be
 * edited in place (an alias in place of a value, a block text as status), the envelope is written
 * again with all keys in their order; only comments and styles are lost then.
 */
public final class EnvelopeEditor {

  private EnvelopeEditor() {}

  /**
   * Changes the envelope of a file.
   *
   * @param file a thread's first file
   * @return the file's new content
   * @throws ThreadFormatException when the envelope cannot be read
   */
  public static byte[] apply(ThreadFile file, EnvelopeEdit edit) throws ThreadFormatException {
    Document envelope =
        DocumentSplitter.first(file, true)
            .orElseThrow(
                () -> new ThreadFormatException(file.name(), 1, 1, "there is no envelope"));
    return ByteSplice.of(
        file.content(), envelope.offset(), envelope.length(), apply(envelope, edit));
  }

  /**
   * Changes an envelope.
   *
   * @param envelope a thread's first document
   * @return the bytes to stand in its place, ending in a newline
   * @throws ThreadFormatException when it cannot be read
   */
  public static byte[] apply(Document envelope, EnvelopeEdit edit) throws ThreadFormatException {
    byte[] longer = withLongerHistory(envelope, edit);
    return longer == null ? parsedAndEdited(envelope, edit) : longer;
  }

  /**
   * The usual edit, of an envelope as programs write it: further entries behind the last one. Gives
   * the bytes that {@link #parsedAndEdited} gives.
   *
   * @return null for other edits and other envelopes
   */
  private static byte @Nullable [] withLongerHistory(Document envelope, EnvelopeEdit edit) {
    if (!edit.assignments().isEmpty() || edit.history().isEmpty()) {
      return null;
    }
    ScannedDocument scanned = BlockScanner.read(envelope, new ParseLimits());
    if (scanned == null
        || scanned.historyEnd() < 0
        || !(scanned.root() instanceof MappingNode root)) {
      return null;
    }
    StringBuilder entries = new StringBuilder();
    for (HistoryEntry entry : edit.history()) {
      HistoryText.block(entry, scanned.historyColumn(), "\n", entries);
    }
    int place = scanned.historyEnd() - envelope.offset();
    byte[] longer =
        ByteSplice.of(
            envelope.bytes(), place, 0, entries.toString().getBytes(StandardCharsets.UTF_8));
    return says(longer, expected(root, edit)) ? longer : null;
  }

  /** Any edit of any envelope. */
  static byte[] parsedAndEdited(Document envelope, EnvelopeEdit edit) throws ThreadFormatException {
    YamlDocument document = YamlReader.read(envelope);
    if (!(document.root() instanceof MappingNode root)) {
      throw envelope.problem(0, 0, "the first document is no envelope: it has no keys");
    }
    Map<String, @Nullable Object> expected = expected(root, edit);
    byte[] inPlace = document.located() ? inPlace(envelope, root, edit) : null;
    if (inPlace != null && says(inPlace, expected)) {
      return inPlace;
    }
    byte[] anew = anew(envelope, expected);
    if (!says(anew, expected)) {
      throw envelope.problem(
          0, 0, "this envelope cannot be rewritten without changing its meaning");
    }
    return anew;
  }

  private static byte @Nullable [] inPlace(Document envelope, MappingNode root, EnvelopeEdit edit) {
    try {
      return changed(envelope, root, edit).map(Document::bytes).orElse(null);
    } catch (ThreadFormatException failure) {
      // One of several edits broke the text (an anchor was removed): the envelope is written again.
      return null;
    }
  }

  private static Optional<Document> changed(Document envelope, MappingNode root, EnvelopeEdit edit)
      throws ThreadFormatException {
    Optional<Document> now = Optional.of(withNewline(envelope));
    for (EnvelopeEdit.Assignment each : edit.assignments()) {
      now = now.isEmpty() ? now : text(now.get(), envelope, root).set(each.key(), each.value());
    }
    for (HistoryEntry each : edit.history()) {
      now = now.isEmpty() ? now : text(now.get(), envelope, root).append(each);
    }
    return now;
  }

  /** The parsed envelope is reused for the first edit. */
  private static EnvelopeText text(Document now, Document envelope, MappingNode root)
      throws ThreadFormatException {
    return now == envelope ? new EnvelopeText(envelope, root) : EnvelopeText.of(now);
  }

  private static Document withNewline(Document envelope) {
    if (envelope.endsInNewline()) {
      return envelope;
    }
    byte[] newline = LineEnding.of(envelope).getBytes(StandardCharsets.US_ASCII);
    return Document.whole(
        envelope.file().name(), ByteSplice.of(envelope.bytes(), envelope.length(), 0, newline));
  }

  private static Map<String, @Nullable Object> expected(MappingNode root, EnvelopeEdit edit) {
    Map<String, @Nullable Object> expected = new LinkedHashMap<>();
    MappingFields.of(root)
        .entries()
        .forEach((key, node) -> expected.put(key, PlainValues.of(node)));
    edit.assignments().forEach(each -> expected.put(each.key(), each.value()));
    if (!edit.history().isEmpty()) {
      expected.put("history", history(expected.get("history"), edit.history()));
    }
    return expected;
  }

  /** A value that is no list becomes the first element of one. */
  private static List<@Nullable Object> history(
      @Nullable Object before, List<HistoryEntry> appended) {
    List<@Nullable Object> history = new ArrayList<>();
    switch (before) {
      case null -> {}
      case List<?> list -> history.addAll(list);
      default -> history.add(before);
    }
    appended.forEach(entry -> history.add(HistoryText.values(entry)));
    return history;
  }

  private static byte[] anew(Document envelope, Map<String, @Nullable Object> expected) {
    return YamlWriter.write(expected)
        .replace("\n", LineEnding.of(envelope))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static boolean says(byte[] text, Map<String, @Nullable Object> expected) {
    try {
      List<Document> documents = DocumentSplitter.split(new ThreadFile("envelope", text));
      return documents.size() == 1
          && documents.getFirst().length() == text.length
          && expected.equals(YamlReader.meaning(documents.getFirst()).value());
    } catch (ThreadFormatException failure) {
      // The edit broke the text: the caller writes the envelope again.
      return false;
    }
  }
}
