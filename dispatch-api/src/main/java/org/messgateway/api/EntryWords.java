package org.messgateway.api;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.text.Texts;

/** The words of content entries for people, the same on every channel (MESS protocol §2). */
public final class EntryWords {

  private final String whose;
  private final Texts texts;

  /**
   * @param whose the one on whose machine files of {@code file:} lie, by name
   */
  public EntryWords(String whose, Texts texts) {
    this.whose = whose;
    this.texts = texts;
  }

  /** The same in English. */
  public EntryWords(String whose) {
    this(whose, Texts.ENGLISH);
  }

  /** The words of one entry; blank for an entry that says nothing to people. */
  public String of(ContentEntry entry) {
    return PlainText.of(
        switch (entry) {
          case ContentEntry.Text text -> PlainWords.text(text.text(), texts);
          case ContentEntry.UnknownEntry unknownEntry -> unknown(unknownEntry);
          case ContentEntry.Link link -> PlainWords.text(link.url(), texts);
          case ContentEntry.Reference reference -> earlier(reference);
          case ContentEntry.Location place -> texts.get("entry.at", place(place) + mapLink(place));
          case ContentEntry.Media media -> media(media);
          case ContentEntry.Confirmation confirmation -> confirmation(confirmation);
          case ContentEntry.Structured structured -> PlainWords.of(structured.value(), texts);
          case ContentEntry.ErrorEntry errorEntry ->
              texts.get(
                  "entry.error",
                  PlainWords.text(
                      errorEntry.message() == null
                          ? String.valueOf(errorEntry.code())
                          : errorEntry.message(),
                      texts));
        });
  }

  /** A text with a colon that YAML reads as a map; vectors say nothing to anybody. */
  private String unknown(ContentEntry.UnknownEntry entry) {
    if (entry.type().equals("embedding")) {
      return "";
    }
    boolean scalar = entry.value() == null || entry.value() instanceof String;
    return scalar
        ? PlainWords.text(entry.text(), texts)
        : entry.type() + ": " + PlainWords.of(entry.value(), texts);
  }

  private String earlier(ContentEntry.Reference reference) {
    String intent = reference.intent();
    return texts.get(
        "entry.see_also", intent == null ? reference.ref() : NotificationText.quoted(intent));
  }

  private String confirmation(ContentEntry.Confirmation confirmation) {
    String details = PlainWords.of(confirmation.details(), texts);
    return PlainWords.of(confirmation.confirmed(), texts)
        + (details.isEmpty() ? "" : ": " + details);
  }

  /** What is said of a place beside its position; empty where nothing is said. */
  public String about(ContentEntry.Location place) {
    return PlaceWords.about(place.details(), texts);
  }

  private String place(ContentEntry.Location place) {
    String about = about(place);
    return about.isEmpty() ? PlaceWords.position(place.lat(), place.lng()) : about;
  }

  private static String mapLink(ContentEntry.Location place) {
    return " " + PlaceWords.map(place.lat(), place.lng());
  }

  private String media(ContentEntry.Media media) {
    String kind =
        switch (media.kind()) {
          case IMAGE -> "entry.image";
          case AUDIO -> "entry.audio";
          case VIDEO -> "entry.video";
          case FILE -> "entry.file";
        };
    @Nullable String name = media.name() != null ? media.name() : media.attachment();
    String uri = media.uri() == null ? "" : media.uri();
    if (name == null && media.inThread()) {
      name = uri.substring(uri.lastIndexOf('/') + 1);
    }
    String what = name != null ? ": " + PlainWords.text(name, texts) : "";
    if (media.onDisk()) {
      return texts.get("entry.elsewhere", texts.get(kind) + what, whose, uri);
    }
    boolean web = uri.toLowerCase(Locale.ROOT).startsWith("http");
    return web ? texts.get(kind) + what + " " + uri : texts.get(kind + ".attached") + what;
  }
}
