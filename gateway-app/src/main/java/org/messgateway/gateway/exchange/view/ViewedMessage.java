package org.messgateway.gateway.exchange.view;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.MediaPlace;
import org.messgateway.gateway.exchange.format.MediaPlaces;
import org.messgateway.gateway.exchange.format.Rewriting;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlDocument;
import org.messgateway.gateway.exchange.format.YamlReader;

/** A message document in a view, with the places in it where files are. Used by one thread. */
final class ViewedMessage {

  private final int position;
  private final Document document;
  private final ThreadMessage message;
  private final Map<MediaPlace, Map<String, Object>> replaced = new LinkedHashMap<>();
  private @Nullable YamlDocument read;
  private @Nullable List<MediaPlace> places;

  /**
   * @param document as it is on disk
   * @param message what it says
   */
  ViewedMessage(Document document, ThreadMessage message) {
    this.position = message.position();
    this.document = document;
    this.message = message;
  }

  int position() {
    return position;
  }

  Document document() {
    return document;
  }

  /** The number of a {@code file:} URI among those of the message; -1 for none of them. */
  int local(String uri) {
    return LocalPlaces.of(message).indexOf(uri);
  }

  /** Whether it may name files; looking at bytes is cheaper than reading them as YAML. */
  boolean mayNameFiles() {
    return document.contains("file") || document.contains("att-");
  }

  List<MediaPlace> places() {
    List<MediaPlace> known = places;
    if (known == null) {
      known = MediaPlaces.of(yaml());
      places = known;
    }
    return known;
  }

  void replace(MediaPlace place, Map<String, Object> replacement) {
    replaced.put(place, replacement);
  }

  boolean isReplaced(MediaPlace place) {
    return replaced.containsKey(place);
  }

  boolean isUntouched() {
    return replaced.isEmpty();
  }

  Rewriting rewriting() {
    Rewriting rewriting = new Rewriting(yaml());
    replaced.forEach((place, with) -> rewriting.replace(place.node(), place.standing(with)));
    return rewriting;
  }

  private YamlDocument yaml() {
    YamlDocument known = read;
    if (known == null) {
      known = reread(document);
      read = known;
    }
    return known;
  }

  /** Reads what {@code ThreadReader} has read before. */
  static YamlDocument reread(Document document) {
    try {
      return YamlReader.read(document);
    } catch (ThreadFormatException changed) {
      throw new IllegalStateException("this document could be read before: " + document, changed);
    }
  }
}
