package org.messgateway.gateway.exchange.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.messgateway.gateway.exchange.format.MediaPlace;

/** Makes a body fit: files become links, then inline data, largest first. */
final class Body {

  /** What a link takes; replacing less than that would make the body larger. */
  private static final int WEIGHT_OF_A_LINK = 512;

  private record Candidate(ViewedMessage message, MediaPlace place) {}

  private final List<ViewedMessage> messages;
  private final Form form;
  private final FilePlaces files;

  Body(List<ViewedMessage> messages, Form form, FilePlaces files) {
    this.messages = messages;
    this.form = form;
    this.files = files;
  }

  byte[] within(int maxBytes) {
    messages.forEach(files::settle);
    byte[] body = form.write(messages);
    while (body.length > maxBytes && lighten((long) body.length - maxBytes)) {
      body = form.write(messages);
    }
    return body;
  }

  /**
   * Takes out enough to save {@code excess} bytes.
   *
   * @return whether anything was left to be taken out
   */
  private boolean lighten(long excess) {
    long saved = 0;
    for (Candidate each : heaviestFirst()) {
      if (saved < excess) {
        each.message().replace(each.place(), files.inline(each.message(), each.place()));
        saved += each.place().weight() - WEIGHT_OF_A_LINK;
      }
    }
    return saved > 0;
  }

  private List<Candidate> heaviestFirst() {
    List<Candidate> candidates = new ArrayList<>();
    for (ViewedMessage message : messages) {
      message.places().stream()
          .filter(place -> place.weight() > WEIGHT_OF_A_LINK && !message.isReplaced(place))
          .forEach(place -> candidates.add(new Candidate(message, place)));
    }
    candidates.sort(Comparator.comparingInt((Candidate each) -> each.place().weight()).reversed());
    return candidates;
  }
}
