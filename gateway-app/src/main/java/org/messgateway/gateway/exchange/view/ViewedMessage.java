package org.messgateway.gateway.exchange.view;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.FileWords;
import org.messgateway.gateway.exchange.format.MediaNode;
import org.messgateway.gateway.exchange.format.MediaNodes;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.ValueReplacement;
import org.messgateway.gateway.exchange.format.YamlDocument;
import org.messgateway.gateway.exchange.format.YamlReader;

/** A message document in a view, with the nodes that stand for files. Used by one thread. */
final class ViewedMessage {

  private final int position;
  private final Document document;
  private final ThreadMessage message;
  private final boolean located;
  private final Map<MediaNode, Map<String, Object>> replaced = new LinkedHashMap<>();
  private @Nullable YamlDocument read;
  private @Nullable List<MediaNode> nodes;

  /**
   * @param document on disk
   * @param message values of the document
   * @param located whether bytes around its files are to stay, which takes twenty times as long
   */
  ViewedMessage(Document document, ThreadMessage message, boolean located) {
    this.position = message.position();
    this.document = document;
    this.message = message;
    this.located = located;
  }

  int position() {
    return position;
  }

  Document document() {
    return document;
  }

  /** Index of a {@code file:} URI among those of the message; -1 for other URIs. */
  int local(String uri) {
    return MediaReferences.local(message).indexOf(uri);
  }

  /** The name in links of an attachment by its {@code content:} URI; empty for other URIs. */
  String stored(String uri) {
    int number = MediaReferences.stored(message).indexOf(uri);
    return number < 0 ? "" : MediaReferences.storedName(position, number);
  }

  /** Whether the message can name files. */
  boolean mayNameFiles() {
    return FileWords.in(document);
  }

  List<MediaNode> places() {
    List<MediaNode> known = nodes;
    if (known == null) {
      known = MediaNodes.of(yaml());
      nodes = known;
    }
    return known;
  }

  void replace(MediaNode node, Map<String, Object> replacement) {
    replaced.put(node, replacement);
  }

  boolean isReplaced(MediaNode node) {
    return replaced.containsKey(node);
  }

  boolean isUntouched() {
    return replaced.isEmpty();
  }

  ValueReplacement rewriting() {
    ValueReplacement valueReplacement = new ValueReplacement(yaml());
    replaced.forEach((node, with) -> valueReplacement.replace(node.node(), node.standing(with)));
    return valueReplacement;
  }

  private YamlDocument yaml() {
    YamlDocument known = read;
    if (known == null) {
      known = reread(document, located);
      read = known;
    }
    return known;
  }

  /**
   * Reads a document that {@code ThreadReader} has read before.
   *
   * @param located whether its nodes have positions
   */
  static YamlDocument reread(Document document, boolean located) {
    try {
      return located ? YamlReader.read(document) : YamlReader.meaning(document);
    } catch (ThreadFormatException changed) {
      throw new IllegalStateException("this document could be read before: " + document, changed);
    }
  }
}
