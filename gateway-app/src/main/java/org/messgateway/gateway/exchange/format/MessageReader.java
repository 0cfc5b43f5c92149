package org.messgateway.gateway.exchange.format;

import java.util.List;
import org.messgateway.api.mess.ThreadMessage;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads one message document. */
public final class MessageReader {

  private MessageReader() {}

  /**
   * Reads a message document. A document that is no map, or has no {@code MESS}, is a message
   * without payloads and keeps its position. A bare list is read as payloads.
   *
   * @param position position among the thread's messages, 0 for the first
   * @throws ThreadFormatException when it is no YAML, or beyond the limits
   */
  public static ThreadMessage read(Document document, int position) throws ThreadFormatException {
    return read(document, position, new ParseLimits());
  }

  /**
   * @param limits of the thread
   */
  static ThreadMessage read(Document document, int position, ParseLimits limits)
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
