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
import org.messgateway.gateway.journal.AnswerJournal;
import org.messgateway.gateway.journal.AnswerJournal.Entry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes answers: checked against the thread as it stands, a row in the journal, written into the
 * thread and flushed, and only then acknowledged. Everything about one thread happens under its
 * lock.
 */
public final class ThreadAnswers implements Answers {

  private static final Logger log = LoggerFactory.getLogger(ThreadAnswers.class);

  private static final String NOT_NOW =
      "This cannot be written down just now. Please send it again in a minute.";

  private final AnswerPorts ports;
  private final ThreadRules rules;
  private final ThreadScribe scribe;

  public ThreadAnswers(AnswerPorts ports) {
    this.ports = ports;
    this.rules = new ThreadRules(ports.able());
    this.scribe = new ThreadScribe(ports, rules);
  }

  /** What looks after answers until they are safe; shares all of this. */
  public AnswerKeeper keeper() {
    return new AnswerKeeper(ports, scribe);
  }

  @Override
  public Verdict say(Answer answer) {
    Optional<Ref> ref = Ref.of(answer.ref());
    return ref.isEmpty() ? new Verdict.Absent() : say(ref.get(), answer);
  }

  private Verdict say(Ref ref, Answer answer) {
    try {
      return ports.writer().alone(ref, () -> once(ref, answer));
    } catch (ExchangeWriteException e) {
      return e.reason() == ExchangeWriteException.Reason.ABSENT ? new Verdict.Absent() : notNow(e);
    } catch (IOException e) {
      return notNow(e);
    }
  }

  private static Verdict notNow(IOException e) {
    log.warn("An answer could not be written: {}", e.getMessage());
    return new Verdict.NotNow(NOT_NOW);
  }

  private Verdict once(Ref ref, Answer answer) throws IOException {
    Optional<Entry> before =
        ports
            .journal()
            .answers()
            .find(ports.exchange(), ref.value(), answer.executor(), answer.key());
    try {
      return before.isPresent() ? again(ref, before.get()) : first(ref, answer);
    } catch (Refusal e) {
      return new Verdict.Refused(e.sentence());
    }
  }

  private Verdict again(Ref ref, Entry entry) throws IOException {
    String result = entry.result();
    if (result != null) {
      return VerdictText.read(result, ports.names())
          .orElseGet(() -> new Verdict.Refused("This was refused before; send it as a new one."));
    }
    // Taken, and then something came in between.
    Verdict verdict = scribe.write(ref, entry);
    return verdict instanceof Verdict.Taken taken
        ? new Verdict.Taken(taken.status(), taken.holder(), true)
        : verdict;
  }

  private Verdict first(Ref ref, Answer answer) throws IOException, Refusal {
    MessThread thread = ports.writer().read(ref).thread();
    Instant at = Spoken.free(thread, answer.executor(), ports.clock().instant());
    AnswerFiles files = new AnswerFiles(ports.writer(), ref, answer.files());
    List<Map<String, @Nullable Object>> mess = spoken(thread, answer);
    files.check(mess);
    ThreadMessage said = Spoken.read(document(answer, at, mess));
    boolean content = ThreadRules.hasContent(said.payloads());
    return switch (rules.decide(thread, said)) {
      case Decision.Refuse refuse -> new Verdict.Refused(refuse.sentence());
      case Decision.Accept accept when accept.silent() ->
          unwritten(ref, answer, at, new Verdict.Taken(accept.status(), accept.holder(), false));
      case Decision.Accept _ -> written(ref, answer, at, mess, files);
      case Decision.HeldByOther _ when content ->
          written(ref, answer, at, withoutClaims(mess), files);
      case Decision.HeldByOther held ->
          unwritten(
              ref,
              answer,
              at,
              new Verdict.HeldByOther(held.holder(), ports.names().apply(held.holder()), false));
      case Decision.Over _ when content -> written(ref, answer, at, withoutClaims(mess), files);
      case Decision.Over over -> unwritten(ref, answer, at, new Verdict.Over(over.status(), false));
    };
  }

  private static List<Map<String, @Nullable Object>> spoken(MessThread thread, Answer answer)
      throws Refusal {
    List<Map<String, @Nullable Object>> mess =
        new Speech(thread, answer.executor()).normal(answer.mess());
    boolean answered = mess.stream().anyMatch(entry -> entry.containsKey("response"));
    if (!answer.files().isEmpty() && !answered) {
      Map<String, @Nullable Object> response = new LinkedHashMap<>();
      response.put("re", new References(thread).own());
      Map<String, @Nullable Object> entry = new LinkedHashMap<>();
      entry.put("response", response);
      mess.add(entry);
    }
    if (mess.stream().allMatch(entry -> entry.containsKey("v"))) {
      throw new Refusal("Nothing was said: a message needs a status or a response.");
    }
    return mess;
  }

  /** A claim that did not win is not to be mistaken for one that did. */
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

  private Verdict written(
      Ref ref,
      Answer answer,
      Instant at,
      List<Map<String, @Nullable Object>> mess,
      AnswerFiles files)
      throws IOException {
    // Attachments first: nothing may name what is not there.
    Object re = new References(ports.writer().read(ref).thread()).own();
    byte[] message = document(answer, at, files.entered(mess, re));
    AnswerJournal.Put put = ports.journal().answers().put(entry(ref, answer, at, message, null));
    return scribe.write(ref, put.entry());
  }

  /** Nothing to write, but the same key must hear the same again. */
  private Verdict unwritten(Ref ref, Answer answer, Instant at, Verdict verdict) {
    AnswerJournal journal = ports.journal().answers();
    String result = VerdictText.of(verdict);
    AnswerJournal.Put put = journal.put(entry(ref, answer, at, new byte[0], result));
    journal.refused(put.entry().number(), result);
    return verdict;
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
