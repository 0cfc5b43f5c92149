package org.messgateway.gateway.answer;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.messgateway.api.mess.ContentEntry;

/**
 * A file that comes with an answer, received whole.
 *
 * @param part how entries refer to it
 * @param kind as what it is entered
 * @param name as the sender called it, not to be trusted
 * @param mime as the sender declared it, not to be trusted
 * @param content where it was received; belongs to the caller, who deletes it afterwards
 */
public record AnswerFile(
    String part, ContentEntry.Media.MediaKind kind, String name, String mime, Path content) {

  /**
   * Those of the files that entries name.
   *
   * @param mess entries as they were sent
   */
  public static List<AnswerFile> named(List<AnswerFile> files, Object mess) {
    Set<String> named = new LinkedHashSet<>();
    AnswerFiles.named(mess, named);
    return files.stream().filter(file -> named.contains(file.part())).toList();
  }
}
