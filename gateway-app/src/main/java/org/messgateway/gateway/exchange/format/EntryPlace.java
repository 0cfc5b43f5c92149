package org.messgateway.gateway.exchange.format;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Where an entry of a message stands: file, line and number, for whoever has to mend it. Reads the
 * document once more, with positions.
 *
 * @param line of the file, 1 for the first
 * @param number of the entry in its {@code MESS} list, 1 for the first, {@code v} counted; 0 where
 *     the message has no such list
 */
public record EntryPlace(String file, int line, int number) {

  /**
   * The place of one payload.
   *
   * @param payload index among {@link org.messgateway.api.mess.ThreadMessage#payloads()}
   */
  public static EntryPlace of(Document message, int payload) {
    List<Node> entries = entries(message);
    int before = 0;
    for (int i = 0; i < entries.size(); i++) {
      before += PayloadReader.read(entries.get(i)).size();
      if (payload < before) {
        return new EntryPlace(message.file().name(), line(message, entries.get(i)), i + 1);
      }
    }
    return new EntryPlace(message.file().name(), message.firstLine(), 0);
  }

  private static List<Node> entries(Document message) {
    try {
      Node root = YamlReader.read(message).root();
      List<Node> entries = new ArrayList<>();
      collect(root instanceof MappingNode ? MappingFields.of(root).node("MESS") : root, entries);
      return entries;
    } catch (ThreadFormatException e) {
      // It was read before: only its positions cannot be told.
      return List.of();
    }
  }

  private static void collect(@Nullable Node list, List<Node> entries) {
    if (list instanceof SequenceNode sequence) {
      entries.addAll(sequence.getValue());
    } else if (list instanceof MappingNode) {
      entries.add(list);
    }
  }

  private static int line(Document message, Node node) {
    return message.firstLine() + node.getStartMark().map(Mark::getLine).orElse(0);
  }

  /** {@code state=received/x.messe-af.yaml:12: entry 2}. */
  @Override
  public String toString() {
    return number == 0 ? file + ":" + line : file + ":" + line + ": entry " + number;
  }
}
