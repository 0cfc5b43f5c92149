package org.messgateway.gateway.answer;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One message of an executor on one thread.
 *
 * @param exchange id of it
 * @param ref of the thread
 * @param executor sender, authenticated by the caller
 * @param channel of the answer, as the message will name it: {@code http}, {@code slack} …
 * @param key tells whether the same answer came before
 * @param mess the entries of the MESS list, in order: single-key maps of maps, lists, texts,
 *     numbers, booleans and nulls; {@code re} and {@code executor} may be left out
 * @param files those that entries name as {@code {image: {part: NAME}}}, and others, which are
 *     added to the response
 */
public record Answer(
    String exchange,
    String ref,
    String executor,
    String channel,
    MessageKey key,
    List<Map<String, @Nullable Object>> mess,
    List<AnswerFile> files) {

  public Answer {
    mess = List.copyOf(mess);
    files = List.copyOf(files);
  }
}
