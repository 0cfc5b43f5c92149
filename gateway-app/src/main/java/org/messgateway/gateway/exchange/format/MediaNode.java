package org.messgateway.gateway.exchange.format;

import java.util.Map;
import org.messgateway.api.mess.ContentEntry.Media;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * A file, inline or beside a message document, and the node that refers to it.
 *
 * @param node the node that a link replaces
 * @param media {@link Media#inline()}, {@link Media#onDisk()} or an attachment
 * @param number index of the data URI in its document, 0 for the first; -1 for other media
 * @param wrapped whether the node is a whole entry, so that its replacement names the kind
 */
public record MediaNode(Node node, Media media, int number, boolean wrapped) {

  public boolean inline() {
    return number >= 0;
  }

  /** Characters of the data URI; 0 for other media. */
  public int weight() {
    String uri = media.uri();
    return inline() && uri != null ? uri.length() : 0;
  }

  /** Replacement of the node. */
  public Map<String, Object> standing(Map<String, Object> replacement) {
    return wrapped ? Map.of(MediaReader.key(media.kind()), replacement) : replacement;
  }
}
