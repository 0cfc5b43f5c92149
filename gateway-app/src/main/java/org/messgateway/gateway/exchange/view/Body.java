package org.messgateway.gateway.exchange.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.gateway.exchange.format.MediaPlace;

/** Makes a body fit: attachments become links, then inline data, largest first. */
final class Body {

  /** What a link takes; replacing less than that would make the body larger. */
  private static final int WEIGHT_OF_A_LINK = 512;

  private static final String TOO_LARGE = "left out: the message would be too large";

  private record Candidate(ViewedMessage message, MediaPlace place) {}

  private final List<ViewedMessage> messages;
  private final Form form;
  private final @Nullable FileLinks links;

  Body(List<ViewedMessage> messages, Form form, @Nullable FileLinks links) {
    this.messages = messages;
    this.form = form;
    this.links = links;
  }

  byte[] within(int maxBytes) {
    if (links != null) {
      linkAttachments(links);
    }
    byte[] body = form.write(messages);
    while (body.length > maxBytes && lighten((long) body.length - maxBytes)) {
      body = form.write(messages);
    }
    return body;
  }

  private void linkAttachments(FileLinks given) {
    for (ViewedMessage message : messages) {
      if (message.mayHaveAttachments()) {
        message.places().stream()
            .filter(place -> !place.inline())
            .forEach(place -> message.replace(place, attached(place.media(), given)));
      }
    }
  }

  private static Map<String, Object> attached(Media media, FileLinks given) {
    Map<String, Object> link = new LinkedHashMap<>();
    if (media.attachment() != null) {
      link.put("uri", given.attachment(media.attachment()).toString());
    }
    link.putAll(about(media));
    return link;
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
        each.message().replace(each.place(), linked(each));
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

  private Map<String, Object> linked(Candidate candidate) {
    MediaPlace place = candidate.place();
    Map<String, Object> link = new LinkedHashMap<>();
    if (links == null) {
      link.put("omitted", true);
      link.put("reason", TOO_LARGE);
    } else {
      link.put("uri", links.inline(candidate.message().position(), place.number()).toString());
    }
    link.putAll(about(place.media()));
    return link;
  }

  private static Map<String, Object> about(Media media) {
    Map<String, Object> about = new LinkedHashMap<>();
    if (media.mime() != null) {
      about.put("mime", media.mime());
    }
    if (media.size() >= 0) {
      about.put("size", asRead(media.size()));
    }
    if (media.name() != null) {
      about.put("name", media.name());
    }
    return about;
  }

  /** A number of the type that reading it makes, or the rewritten text would seem to differ. */
  private static Number asRead(long size) {
    if (size <= Integer.MAX_VALUE) {
      return (int) size;
    }
    return size;
  }
}
