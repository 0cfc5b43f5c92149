package org.messgateway.gateway.http.page;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Question;

/**
 * All that the page shows of a task, in the form the page reads ({@code GET /task}). Times are
 * instants as text; members that are null are left out.
 *
 * @param language of its reader, an ISO 639 code
 * @param token to answer with, which permits what the link's does and ends with it; null when the
 *     task is over
 * @param people executors that share the link's address; null for one alone
 * @param state open, yours, taken, over
 * @param holder name of the executor who holds the task
 * @param title of the gateway
 * @param wanted the kinds of answer in words; null for any
 */
public record TaskSheet(
    String ref,
    String language,
    @Nullable String token,
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
    @Nullable String wanted,
    List<SheetEntry> context,
    List<SheetMessage> conversation,
    Sizes limits) {

  /**
   * An executor that may answer.
   *
   * @param token to answer as this executor; null for the sheet's own, which has it already
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

  /** A wanted type of answer. */
  public record Hint(String type, @Nullable Object spec) {}

  /**
   * An entry of the task's content or of an answer's.
   *
   * @param type text, image, audio, video, file, url, ref, location, confirmation, error
   * @param url on this server; null when the bytes are not ours to give
   * @param size bytes
   */
  public record SheetEntry(
      String type,
      @Nullable String text,
      @Nullable String url,
      @Nullable String name,
      @Nullable String mime,
      @Nullable Long size,
      @Nullable Double lat,
      @Nullable Double lng,
      @Nullable EarlierTask thread) {

    static SheetEntry text(String type, String text) {
      return new SheetEntry(type, text, null, null, null, null, null, null, null);
    }
  }

  /** An earlier task. */
  public record EarlierTask(String ref, String intent, String status) {}

  /**
   * One message of the conversation.
   *
   * @param from as people call them
   * @param kind a status code, reply or response
   */
  public record SheetMessage(
      String from,
      boolean mine,
      @Nullable String at,
      String kind,
      @Nullable String text,
      List<SheetEntry> entries,
      List<Question> questions) {}

  /** How much may be sent, in bytes. */
  public record Sizes(long fileBytes, long totalBytes, int files) {}
}
