package org.messgateway.gateway.exchange.format;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.NodeTuple;

/**
 * Edits an envelope and keeps all other bytes: comments, key order, unknown keys, quotes, line
 * ends.
 *
 * <p>Each result is parsed again and must have exactly the wanted values; where entries are put
 * behind a plain history, they alone are. Where the text cannot be edited in place (an alias in
 * place of a value, a block text as status), the envelope is written again with all keys in their
 * order; only comments and styles are lost then.
 */
public final class EnvelopeEditor {

  /** Stands before the entries of a block list. */
  private static final String HISTORY = "history:\n";

  /** Bytes of an envelope that stays within {@link ParseLimits} with some more entries. */
  private static final int LONGEST = 1 << 16;

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
    byte[] longer = null;
    if (edit.onlyHistory()) {
      YamlDocument read = YamlReader.meaning(envelope);
      longer =
          read.history() == null || !(read.root() instanceof MappingNode)
              ? null
              : longer(envelope, read.history(), edit.history());
    }
    return longer == null
        ? parsedAndEdited(envelope, edit)
        : Arrays.copyOfRange(
            longer,
            envelope.offset(),
            envelope.offset()
                + envelope.length()
                + longer.length
                - envelope.file().content().length);
  }

  /**
   * The first file of a thread with further entries of its history, put where the history ended
   * when the thread was read. Gives the bytes that {@link #apply} gives.
   *
   * @return null where that place is not known, or more changes than that
   */
  public static byte @Nullable [] longer(ParsedThread thread, EnvelopeEdit edit) {
    HistoryPlace place = thread.history();
    return place == null || !edit.onlyHistory()
        ? null
        : longer(thread.envelope(), place, edit.history());
  }

  /** The whole file; null where its length or the entries are unusual. */
  private static byte @Nullable [] longer(
      Document envelope, HistoryPlace place, List<HistoryEntry> entries) {
    StringBuilder text = new StringBuilder(HISTORY);
    for (HistoryEntry entry : entries) {
      HistoryText.block(entry, place.column(), "\n", text);
    }
    byte[] list = text.toString().getBytes(StandardCharsets.UTF_8);
    return envelope.length() <= LONGEST && says(list, entries)
        ? ByteSplice.of(
            envelope.file().content(),
            place.end(),
            0,
            Arrays.copyOfRange(list, HISTORY.length(), list.length))
        : null;
  }

  /**
   * Whether a history says this. Where it is put, lines before and behind it stay the same, so that
   * it alone can say something else: it stands behind a scalar that ended with its line.
   */
  private static boolean says(byte[] list, List<HistoryEntry> entries) {
    YamlDocument read = BlockScanner.read(Document.whole("history", list), new ParseLimits());
    return read != null
        && read.root() instanceof MappingNode root
        && root.getValue().size() == 1
        && ThreadReader.history(read).equals(written(entries));
  }

  /** Entries as they are read again: to the millisecond. */
  private static List<HistoryEntry> written(List<HistoryEntry> entries) {
    List<HistoryEntry> written = new ArrayList<>(entries.size());
    for (HistoryEntry each : entries) {
      Instant at = each.at() == null ? null : each.at().truncatedTo(ChronoUnit.MILLIS);
      written.add(new HistoryEntry(each.action(), at, each.by(), each.note()));
    }
    return written;
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
    byte[] newline = envelope.newline().getBytes(StandardCharsets.US_ASCII);
    return Document.whole(
        envelope.file().name(), ByteSplice.of(envelope.bytes(), envelope.length(), 0, newline));
  }

  private static Map<String, @Nullable Object> expected(MappingNode root, EnvelopeEdit edit) {
    Map<String, @Nullable Object> expected = new LinkedHashMap<>();
    for (NodeTuple entry : root.getValue()) {
      expected.put(MappingFields.key(entry), PlainValues.of(entry.getValueNode()));
    }
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
        .replace("\n", envelope.newline())
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
