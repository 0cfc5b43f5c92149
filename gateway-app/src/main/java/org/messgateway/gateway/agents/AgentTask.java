package org.messgateway.gateway.agents;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;

/**
 * A task as its agent sees it. All texts are without hidden characters; what others wrote stands in
 * {@link SaidMessage} and {@link OpenMatter} only, with who wrote it and when.
 *
 * @param exchange name of the exchange
 * @param id the agent's own; null for none
 * @param intent of the agent itself
 * @param holder who has it, or had it at the end; null for nobody
 * @param open what the agent has to decide, in the order in which it was asked; empty when the task
 *     has ended
 * @param said all messages, in order
 * @param files that messages name, in order
 * @param version another one after each message and each change of status or holder; opaque
 * @param memory bytes of memory that the whole thread takes
 * @param text the whole thread
 */
public record AgentTask(
    String exchange,
    String ref,
    @Nullable String id,
    String intent,
    ThreadStatus status,
    @Nullable Person holder,
    @Nullable Instant created,
    @Nullable Instant updated,
    List<OpenMatter> open,
    List<SaidMessage> said,
    List<TaskAttachment> files,
    String version,
    long memory,
    ThreadText text) {

  public AgentTask {
    open = List.copyOf(open);
    said = List.copyOf(said);
    files = List.copyOf(files);
  }

  /**
   * Who has a task or said something.
   *
   * @param name for people; the id where there is none
   */
  public record Person(String id, String name) {}

  /** A file by its name in {@link TaskAttachment#name}. */
  public Optional<TaskAttachment> file(String name) {
    return files.stream().filter(file -> file.name().equals(name)).findFirst();
  }

  /** The whole thread as text, made at each call. Hidden characters are left out. */
  public interface ThreadText {

    /** Documents of YAML: the envelope, then each message with its writer ({@code from}). */
    String yaml(FileForm files);

    /** The same as {@code {"envelope": …, "messages": […]}}. */
    String json(FileForm files);
  }

  /** What stands in a thread's text for a file. */
  public enum FileForm {
    /** As on the disk: data URIs whole, attachments by the names that only the exchange knows. */
    INLINE,
    /** {@link TaskAttachment#url}. */
    URL,
    /** {@link TaskAttachment#uri}. */
    CONTENT_URI
  }
}
