package org.messgateway.gateway.http.body;

import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.AnswerFile;

/**
 * A received message. Closing it deletes its files; closing it twice is harmless.
 *
 * @param mess its entries
 * @param digest SHA-256 of message, file names and files, in hex; equal for a message sent again
 * @param line from the number of an entry, 1 for the first, to its line in the message; 0 where it
 *     is not known
 */
public record Submission(
    List<Map<String, @Nullable Object>> mess,
    List<AnswerFile> files,
    String digest,
    IntUnaryOperator line,
    Runnable whenDone)
    implements AutoCloseable {

  @Override
  public void close() {
    whenDone.run();
  }
}
