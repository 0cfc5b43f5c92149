package org.messgateway.gateway.respond.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that the page shows of a task, in the form the page reads ({@code GET /task}). Times are
 * instants as text; what is null is left out.
 *
 * @param token to answer with, always fresh
 * @param people whom the link may be for, when an address is shared; null for one alone
 * @param state open, yours, taken, over
 * @param holder who has it, as people call them
 * @param title who speaks
 */
public record TaskSheet(
    String ref,
    String token,
    String title,
    Person you,
    @Nullable List<Person> people,
    String state,
    String status,
    @Nullable String holder,
    String intent,
    @Nullable String from,
    String priority,
    @Nullable String created,
    @Nullable String deadline,
    @Nullable String precision,
    List<Need> requires,
    @Nullable Compensation compensation,
    Circumstances constraints,
    boolean confirmBefore,
    List<Hint> hint,
    List<Entry> context,
    List<Said> conversation,
    Sizes limits) {

  /**
   * Somebody who may answer.
   *
   * @param token to answer as them; null where it stands elsewhere
   */
  public record Person(String id, String name, @Nullable String token) {}

  /** A capability. */
  public record Need(String id, @Nullable Object detail) {}

  /** Carried as it was said. */
  public record Compensation(@Nullable Object shells, @Nullable Object note) {}

  /** Where and when. */
  public record Circumstances(
      @Nullable Object location,
      @Nullable String notBefore,
      @Nullable String expires,
      @Nullable String urgency,
      List<String> environment,
      List<String> dependsOn) {}

  /** What sort of answer is wanted. */
  public record Hint(String type, @Nullable Object spec) {}

  /**
   * Something that belongs to the task or to what was said.
   *
   * @param type text, image, audio, video, file, url, json, ref, location, confirmation, error
   * @param url on this server; null when the bytes are not ours to give
   * @param size bytes
   */
  public record Entry(
      String type,
      @Nullable String text,
      @Nullable String url,
      @Nullable String name,
      @Nullable String mime,
      @Nullable Long size,
      @Nullable Object json,
      @Nullable Double lat,
      @Nullable Double lng,
      @Nullable Earlier thread) {

    static Entry text(String type, String text) {
      return new Entry(type, text, null, null, null, null, null, null, null, null);
    }
  }

  /** An earlier task. */
  public record Earlier(String ref, String intent, String status) {}

  /**
   * What somebody said.
   *
   * @param from as people call them
   * @param kind a status code, reply or response
   */
  public record Said(
      String from,
      boolean mine,
      @Nullable String at,
      String kind,
      @Nullable String text,
      List<Entry> entries,
      List<Query> questions) {}

  /** Something that was asked. */
  public record Query(String field, String question, List<String> options) {}

  /** How much may be sent, in bytes. */
  public record Sizes(long fileBytes, long totalBytes, int files) {}
}
