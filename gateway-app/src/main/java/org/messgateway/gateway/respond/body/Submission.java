package org.messgateway.gateway.respond.body;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.AnswerFile;

/**
 * A message as it came. Closing it deletes its files; doing it again does no harm.
 *
 * @param mess its entries
 * @param digest SHA-256 of all that was said, in hex: the same for the same message sent again
 */
public record Submission(
    List<Map<String, @Nullable Object>> mess,
    List<AnswerFile> files,
    String digest,
    Runnable whenDone)
    implements AutoCloseable {

  @Override
  public void close() {
    whenDone.run();
  }
}
