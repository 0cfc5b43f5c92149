package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.gateway.queue.journal.AnswerJournal.Entry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts answers: checks them against the thread, stores a row in the journal, writes them into
 * the thread, flushes, and only then acknowledges. All steps of one thread run under its lock.
 */
public final class ThreadAnswers implements AnswerService {

  private static final Logger log = LoggerFactory.getLogger(ThreadAnswers.class);

  private static final String NOT_NOW =
      "This cannot be written down just now. Please send it again in a minute.";

  private final AnswerContext ports;
  private final ThreadRules rules;
  private final AnswerWriter answerWriter;

  public ThreadAnswers(AnswerContext ports) {
    this.ports = ports;
    this.rules = new ThreadRules(ports.able());
    this.answerWriter = new AnswerWriter(ports, rules);
  }

  /** The reconciler of the same journal and exchange. */
  public AnswerReconciler reconciler() {
    return new AnswerReconciler(ports, answerWriter);
  }

  @Override
  public AnswerResult say(Answer answer) {
    Optional<Ref> ref = Ref.of(answer.ref());
    return ref.isEmpty() ? new AnswerResult.NoSuchThread() : say(ref.get(), answer);
  }

  private AnswerResult say(Ref ref, Answer answer) {
    try {
      return ports.writer().alone(ref, () -> sayOrRepeat(ref, answer));
    } catch (ExchangeWriteException e) {
      return e.reason() == ExchangeWriteException.Reason.ABSENT
          ? new AnswerResult.NoSuchThread()
          : notNow(e);
    } catch (IOException e) {
      return notNow(e);
    }
  }

  private static AnswerResult notNow(IOException e) {
    log.warn("An answer could not be written: {}", e.getMessage());
    return new AnswerResult.TryAgainLater(NOT_NOW);
  }

  private AnswerResult sayOrRepeat(Ref ref, Answer answer) throws IOException {
    Optional<Entry> before =
        ports
            .journal()
            .answers()
            .find(ports.exchange(), ref.value(), answer.executor(), answer.key());
    try {
      return before.isPresent() ? repeat(ref, before.get()) : sayFirst(ref, answer);
    } catch (AnswerRefusal e) {
      return new AnswerResult.Refused(e.sentence());
    }
  }

  private AnswerResult repeat(Ref ref, Entry entry) throws IOException {
    String result = entry.result();
    if (result != null) {
      return AnswerResultText.read(result, ports.names())
          .orElseGet(
              () -> new AnswerResult.Refused("This was refused before; send it as a new one."));
    }
    // Accepted, then interrupted before it was written.
    AnswerResult answerResult = answerWriter.write(ref, entry);
    return answerResult instanceof AnswerResult.Accepted taken
        ? new AnswerResult.Accepted(taken.status(), taken.holder(), true)
        : answerResult;
  }

  private AnswerResult sayFirst(Ref ref, Answer answer) throws IOException, AnswerRefusal {
    MessThread thread = ports.writer().read(ref).thread();
    Instant at = MessageDocument.free(thread, answer.executor(), ports.clock().instant());
    AnswerFiles files = new AnswerFiles(ports.writer(), ref, answer.files());
    List<Map<String, @Nullable Object>> mess = normalized(thread, answer);
    files.check(mess);
    ThreadMessage message = MessageDocument.read(document(answer, at, mess));
    boolean content = ThreadRules.hasContent(message.payloads());
    return switch (rules.decide(thread, message)) {
      case AnswerDecision.Refuse refuse -> new AnswerResult.Refused(refuse.sentence());
      case AnswerDecision.Accept accept when accept.silent() ->
          unwritten(
              ref, answer, at, new AnswerResult.Accepted(accept.status(), accept.holder(), false));
      case AnswerDecision.Accept _ -> written(ref, answer, at, mess, files);
      case AnswerDecision.LostToHolder _ when content ->
          written(ref, answer, at, withoutClaims(mess), files);
      case AnswerDecision.LostToHolder held ->
          unwritten(
              ref,
              answer,
              at,
              new AnswerResult.HeldByOther(
                  held.holder(), ports.names().apply(held.holder()), false));
      case AnswerDecision.AfterEnd _ when content ->
          written(ref, answer, at, withoutClaims(mess), files);
      case AnswerDecision.AfterEnd over ->
          unwritten(ref, answer, at, new AnswerResult.ThreadEnded(over.status(), false));
    };
  }

  private static List<Map<String, @Nullable Object>> normalized(MessThread thread, Answer answer)
      throws AnswerRefusal {
    List<Map<String, @Nullable Object>> mess =
        new AnswerNormalizer(thread, answer.executor()).normal(answer.mess());
    boolean answered = mess.stream().anyMatch(entry -> entry.containsKey("response"));
    if (!answer.files().isEmpty() && !answered) {
      Map<String, @Nullable Object> response = new LinkedHashMap<>();
      response.put("re", new ThreadReferences(thread).own());
      Map<String, @Nullable Object> entry = new LinkedHashMap<>();
      entry.put("response", response);
      mess.add(entry);
    }
    if (mess.stream().allMatch(entry -> entry.containsKey("v"))) {
      throw new AnswerRefusal("Nothing was said: a message needs a status or a response.");
    }
    return mess;
  }

  /** A lost claim must not be read as a claim that counts. */
  private static List<Map<String, @Nullable Object>> withoutClaims(
      List<Map<String, @Nullable Object>> mess) {
    List<Map<String, @Nullable Object>> kept = new ArrayList<>(mess);
    kept.removeIf(entry ->
        entry.get("status") instanceof Map<?, ?> status
            && ThreadStatus.CLAIMED.code().equals(status.get("code")));
    return kept;
  }

  private static byte[] document(
      Answer answer, Instant at, List<Map<String, @Nullable Object>> mess) {
    return MessageWriter.message(answer.executor(), at, answer.channel(), mess);
  }

  private AnswerResult written(
      Ref ref,
      Answer answer,
      Instant at,
      List<Map<String, @Nullable Object>> mess,
      AnswerFiles files)
      throws IOException {
    // Attachments first: no entry may name a file that does not exist yet.
    Object re = new ThreadReferences(ports.writer().read(ref).thread()).own();
    byte[] message = document(answer, at, files.entered(mess, re));
    AnswerJournal.Put put = ports.journal().answers().put(entry(ref, answer, at, message, null));
    return answerWriter.write(ref, put.entry());
  }

  /** Nothing to write, but a repeated key must get the same result. */
  private AnswerResult unwritten(Ref ref, Answer answer, Instant at, AnswerResult answerResult) {
    AnswerJournal journal = ports.journal().answers();
    String result = AnswerResultText.of(answerResult);
    AnswerJournal.Put put = journal.put(entry(ref, answer, at, new byte[0], result));
    journal.refused(put.entry().number(), result);
    return answerResult;
  }

  private Entry entry(Ref ref, Answer answer, Instant at, byte[] message, @Nullable String result) {
    return new Entry(
        0,
        ports.exchange(),
        ref.value(),
        answer.executor(),
        answer.key(),
        at,
        message,
        null,
        result);
  }
}
