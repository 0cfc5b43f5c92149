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
import org.messgateway.gateway.protocol.ProtocolVersion;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.gateway.queue.journal.AnswerJournal.Entry;

/**
 * Accepts answers: checks them against the thread, stores a row in the journal, writes them into
 * the thread, flushes, and only then acknowledges. All steps of one thread run under its lock.
 */
public final class ThreadAnswers implements AnswerService {

  private static final AnswerResult REFUSED_BEFORE =
      new AnswerResult.Refused("This was refused before; send it as a new one.");

  private static final String VERSION = "v";

  private static final String NOT_NOW =
      "This cannot be written down just now. Please send it again in a minute.";

  private final AnswerContext ports;
  private final ThreadRules rules;
  private final AnswerWriter answerWriter;
  private final AppendedMessages appended;
  private final AnswerFailureLog failures;

  public ThreadAnswers(AnswerContext ports) {
    this.ports = ports;
    this.rules = new ThreadRules(ports.able());
    this.answerWriter = new AnswerWriter(ports, rules);
    this.appended = AppendedMessages.of(ports);
    this.failures = new AnswerFailureLog(ports.clock());
  }

  /** A reconciler of the same journal and exchange. */
  public AnswerReconciler reconciler() {
    return new AnswerReconciler(ports, answerWriter, failures);
  }

  @Override
  public AnswerResult say(Answer answer) {
    Optional<Ref> ref = Ref.of(answer.ref());
    return ref.isEmpty()
        ? new AnswerResult.NoSuchThread()
        : withVersion(answer, say(ref.get(), answer));
  }

  /** Who names a version that is not known here is told so with every answer that is taken. */
  private static AnswerResult withVersion(Answer answer, AnswerResult result) {
    List<String> beyond =
        answer.mess().stream()
            .flatMap(entry -> ProtocolVersion.of(entry.get(VERSION)).stream())
            .flatMap(version -> version.beyond().stream())
            .toList();
    return result instanceof AnswerResult.Accepted taken && !beyond.isEmpty()
        ? taken.with(beyond)
        : result;
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

  private AnswerResult notNow(IOException e) {
    failures.failed("An answer could not be written", e);
    return new AnswerResult.TryAgainLater(NOT_NOW);
  }

  private AnswerResult sayOrRepeat(Ref ref, Answer answer) throws IOException {
    AnswerJournal journal = ports.journal().answers();
    MessThread thread = appended.recorded(ports.writer(), ref).thread();
    Optional<Entry> before =
        journal.find(ports.exchange(), ref.value(), answer.executor(), answer.key().stored());
    try {
      if (before.isPresent()) {
        Optional<AnswerResult> again = repeated(ref, thread, answer, before.get());
        if (again.isPresent()) {
          return again.get();
        }
        journal.release(before.get().number());
      }
      return sayFirst(ref, thread, answer);
    } catch (AnswerRefusal e) {
      return new AnswerResult.Refused(e.sentence(), e.example(), e.entry());
    }
  }

  /** The result when the entry is this same answer; empty when these are new words. */
  private Optional<AnswerResult> repeated(Ref ref, MessThread thread, Answer answer, Entry entry)
      throws IOException {
    String result = entry.result();
    if (result == null || writtenAway(thread, entry)) {
      return Optional.of(repeated(answerWriter.write(ref, entry)));
    }
    boolean given = answer.key() instanceof MessageKey.Given;
    Instant now = ports.clock().instant();
    if (!answer.key().repeats(answer.executor(), entry.taken(), now, List.of(), List.of(thread))) {
      return Optional.empty();
    }
    return AnswerMemory.read(result, answer.executor())
        .map(memory -> memory.now(thread, answer.executor(), ports.names()))
        .or(() -> Optional.of(REFUSED_BEFORE))
        .filter(again -> given || again instanceof AnswerResult.Accepted);
  }

  private static AnswerResult repeated(AnswerResult result) {
    return result instanceof AnswerResult.Accepted taken
        ? new AnswerResult.Accepted(taken.status(), taken.holder(), true, taken.notes())
        : result;
  }

  /** Whether a program without locks wrote it away a moment ago. */
  private static boolean writtenAway(MessThread thread, Entry entry) {
    return entry.writtenAt() != null
        && entry.message().length > 0
        && !MessageDocument.in(thread, MessageDocument.read(entry.message()));
  }

  private AnswerResult sayFirst(Ref ref, MessThread thread, Answer answer)
      throws IOException, AnswerRefusal {
    Instant at = MessageDocument.free(List.of(thread), answer.executor(), ports.clock().instant());
    AnswerFiles files = new AnswerFiles(ports.writer(), ref, answer.files());
    List<Map<String, @Nullable Object>> mess = normalized(thread, answer);
    files.check(mess);
    ThreadMessage message = MessageDocument.read(document(answer, at, mess));
    boolean content = MessageWords.hasContent(message.payloads());
    return switch (rules.decide(thread, message)) {
      case AnswerDecision.Refuse refuse ->
          new AnswerResult.Refused(
              refuse.sentence(), refuse.example(), entry(mess, refuse.payload()));
      case AnswerDecision.Accept accept when accept.silent() ->
          unwritten(
              ref, answer, at, new AnswerResult.Accepted(accept.status(), accept.holder(), true));
      case AnswerDecision.Accept _ -> written(ref, answer, at, mess, files);
      case AnswerDecision.LostToHolder _ when content ->
          written(ref, answer, at, withoutClaims(mess), files);
      case AnswerDecision.LostToHolder held ->
          unwritten(
              ref,
              answer,
              at,
              new AnswerResult.HeldByOther(
                  held.status(), held.holder(), ports.names().apply(held.holder()), false));
      case AnswerDecision.AfterEnd _ when content ->
          written(ref, answer, at, withoutClaims(mess), files);
      case AnswerDecision.AfterEnd over ->
          unwritten(
              ref, answer, at, new AnswerResult.ThreadEnded(over.status(), over.holder(), false));
    };
  }

  /** The number of the entry with a payload, 1 for the first; {@code v} has none. */
  private static int entry(List<Map<String, @Nullable Object>> mess, int payload) {
    int payloads = 0;
    for (int entry = 0; entry < mess.size(); entry++) {
      if (!mess.get(entry).containsKey(VERSION) && payloads++ == payload) {
        return entry + 1;
      }
    }
    return 0;
  }

  private List<Map<String, @Nullable Object>> normalized(MessThread thread, Answer answer)
      throws AnswerRefusal {
    List<Map<String, @Nullable Object>> mess =
        new AnswerNormalizer(thread, answer.executor(), ports.executors()).normal(answer.mess());
    boolean answered = mess.stream().anyMatch(entry -> entry.containsKey("response"));
    if (!answer.files().isEmpty() && !answered) {
      Map<String, @Nullable Object> response = new LinkedHashMap<>();
      response.put("re", new ThreadReferences(thread).own());
      Map<String, @Nullable Object> entry = new LinkedHashMap<>();
      entry.put("response", response);
      mess.add(entry);
    }
    if (mess.stream().allMatch(entry -> entry.containsKey(VERSION))) {
      throw new AnswerRefusal(
          "Nothing was said: a message needs a status or a response.",
          "- response: {content: [two onions]}");
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

  /** Nothing to write; a given key is not decided a second time. */
  private AnswerResult unwritten(Ref ref, Answer answer, Instant at, AnswerResult answerResult) {
    if (!answer.key().remembersVerdicts()) {
      return answerResult;
    }
    AnswerJournal journal = ports.journal().answers();
    String result = AnswerMemory.text(answerResult);
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
        answer.key().stored(),
        at,
        message,
        null,
        result);
  }
}
