package org.messgateway.gateway.exchange.format;

import java.util.Map;
import org.messgateway.api.mess.ContentEntry.Media;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Bytes in or beside a message document, and the node that stands for them.
 *
 * @param node what a link would stand in place of
 * @param media what it is: {@link Media#inline()}, {@link Media#onDisk()} or an attachment
 * @param number which data URI of its document it is, 0 for the first; -1 for all else
 * @param wrapped whether the node is a whole entry, so that what replaces it names the kind
 */
public record MediaPlace(Node node, Media media, int number, boolean wrapped) {

  public boolean inline() {
    return number >= 0;
  }

  /** Characters that the data URI takes; 0 for all else. */
  public int weight() {
    String uri = media.uri();
    return inline() && uri != null ? uri.length() : 0;
  }

  /** What to put in the node's place. */
  public Map<String, Object> standing(Map<String, Object> replacement) {
    return wrapped ? Map.of(MediaReader.key(media.kind()), replacement) : replacement;
  }
}
