package org.messgateway.api;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry;

/** The words of content entries for people, the same on every channel (MESS protocol §2). */
public final class EntryWords {

  private final String whose;

  /**
   * @param whose the one on whose machine files of {@code file:} lie, by name
   */
  public EntryWords(String whose) {
    this.whose = whose;
  }

  /** The words of one entry; blank for an entry that says nothing to people. */
  public String of(ContentEntry entry) {
    return PlainText.of(
        switch (entry) {
          case ContentEntry.Text text -> PlainWords.text(text.text());
          case ContentEntry.UnknownEntry unknownEntry -> unknown(unknownEntry);
          case ContentEntry.Link link -> PlainWords.text(link.url());
          case ContentEntry.Reference reference -> earlier(reference);
          case ContentEntry.Location place -> "At: " + place(place) + mapLink(place);
          case ContentEntry.Media media -> media(media);
          case ContentEntry.Confirmation confirmation -> confirmation(confirmation);
          case ContentEntry.Structured structured -> PlainWords.of(structured.value());
          case ContentEntry.ErrorEntry errorEntry ->
              "Error: "
                  + PlainWords.text(
                      errorEntry.message() == null
                          ? String.valueOf(errorEntry.code())
                          : errorEntry.message());
        });
  }

  /** A text with a colon that YAML reads as a map; vectors say nothing to anybody. */
  private static String unknown(ContentEntry.UnknownEntry entry) {
    if (entry.type().equals("embedding")) {
      return "";
    }
    boolean scalar = entry.value() == null || entry.value() instanceof String;
    return scalar
        ? PlainWords.text(entry.text())
        : entry.type() + ": " + PlainWords.of(entry.value());
  }

  private static String earlier(ContentEntry.Reference reference) {
    String intent = reference.intent();
    return intent == null
        ? "See also: " + reference.ref()
        : "See also: " + NotificationText.quoted(intent);
  }

  private static String confirmation(ContentEntry.Confirmation confirmation) {
    String details = PlainWords.of(confirmation.details());
    return (confirmation.confirmed() ? "Yes" : "No") + (details.isEmpty() ? "" : ": " + details);
  }

  /** What is said of a place beside its position; empty where nothing is said. */
  public static String about(ContentEntry.Location place) {
    return PlaceWords.about(place.details());
  }

  private static String place(ContentEntry.Location place) {
    String about = about(place);
    return about.isEmpty() ? PlaceWords.position(place.lat(), place.lng()) : about;
  }

  private static String mapLink(ContentEntry.Location place) {
    return " " + PlaceWords.map(place.lat(), place.lng());
  }

  private String media(ContentEntry.Media media) {
    String kind =
        switch (media.kind()) {
          case IMAGE -> "Picture";
          case AUDIO -> "Recording";
          case VIDEO -> "Video";
          case FILE -> "File";
        };
    @Nullable String name = media.name() != null ? media.name() : media.attachment();
    String uri = media.uri() == null ? "" : media.uri();
    if (name == null && media.inThread()) {
      name = uri.substring(uri.lastIndexOf('/') + 1);
    }
    String what = name != null ? ": " + PlainWords.text(name) : "";
    if (media.onDisk()) {
      return kind + what + " (on the machine of " + whose + ", " + uri + ")";
    }
    boolean web = uri.toLowerCase(Locale.ROOT).startsWith("http");
    return web ? kind + what + " " + uri : kind + " attached" + what;
  }
}
