package org.messgateway.gateway.answer;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.exchange.Addition;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.journal.AnswerJournal;
import org.messgateway.gateway.journal.AnswerJournal.Entry;

/**
 * Writes what stands in the journal into its thread, once, however often it is begun; under the
 * thread's lock, which the caller holds.
 */
final class ThreadScribe {

  private final AnswerPorts ports;
  private final ThreadRules rules;
  private final RoundClaims claims;

  ThreadScribe(AnswerPorts ports, ThreadRules rules) {
    this.ports = ports;
    this.rules = rules;
    this.claims = new RoundClaims(ports);
  }

  /**
   * Writes an entry, unless it stands there, and notes the verdict in the journal.
   *
   * @throws IOException when it cannot be written now; the entry stays open
   */
  Verdict write(Ref ref, Entry entry) throws IOException {
    Writing writing = new Writing(entry);
    LoadedThread after = ports.writer().write(ref, writing);
    Verdict verdict = firstClaimHolds(ref, after.thread(), writing);
    journal(entry, writing, verdict);
    ports.listener().changed(Set.of(ref));
    return verdict;
  }

  private void journal(Entry entry, Writing writing, Verdict verdict) {
    AnswerJournal journal = ports.journal().answers();
    boolean taken = verdict instanceof Verdict.Taken;
    if (!taken) {
      writing.releaseClaim();
    }
    if (verdict instanceof Verdict.Refused) {
      journal.refused(entry.number(), "");
    } else if (writing.stands) {
      journal.written(entry.number(), ports.clock().instant(), VerdictText.of(verdict));
    } else {
      journal.refused(entry.number(), VerdictText.of(verdict));
    }
  }

  /** Beside a program without locks the first claim in document order holds (DESIGN §7). */
  private Verdict firstClaimHolds(Ref ref, MessThread after, Writing writing) throws IOException {
    String holder = after.envelope().executor();
    if (holder != null && writing.lostTo(after, holder)) {
      return new Verdict.HeldByOther(holder, ports.names().apply(holder), true);
    }
    String first = writing.claimed() ? Holders.unrecordedClaim(after) : null;
    if (first == null || first.equals(writing.speaker) || !writing.comesAfter(after, first)) {
      return writing.verdict();
    }
    HistoryEntry record =
        new HistoryEntry(
            "claimed", ports.clock().instant(), first, writing.speaker + " came second");
    EnvelopeEdit edit = EnvelopeEdit.NOTHING.executor(first).append(record);
    LoadedThread _ =
        ports
            .writer()
            .write(
                ref,
                thread ->
                    first.equals(thread.envelope().executor()) ? null : new Addition(null, edit));
    return new Verdict.HeldByOther(first, ports.names().apply(first), true);
  }

  /** One entry on its way into its thread. */
  private final class Writing implements ThreadWriter.Author {

    private final Entry entry;
    private final ThreadMessage said;
    private final String speaker;
    private @Nullable Decision decision;
    private @Nullable Integer claimedRound;
    private boolean stands;
    private @Nullable String endedBy;

    Writing(Entry entry) {
      this.entry = entry;
      this.said = Spoken.read(entry.message());
      this.speaker = entry.executor();
    }

    @Override
    public @Nullable Addition on(MessThread thread) {
      stands = Spoken.in(thread, said);
      endedBy = stands && ended(thread) ? speaker : null;
      Decision now = decided(without(thread));
      decision = now;
      EnvelopeEdit edit = edit(now);
      if (stands) {
        return recorded(thread, edit) ? null : new Addition(null, edit);
      }
      if (!belongs(now)) {
        return edit.history().isEmpty() ? null : new Addition(null, edit);
      }
      stands = true;
      return new Addition(entry.message(), edit);
    }

    private Decision decided(MessThread thread) {
      Decision now = rules.decide(thread, said);
      if (now instanceof Decision.Accept accept && accept.claims()) {
        int round = ports.round().applyAsInt(thread);
        String winner = claims.claim(entry.ref(), round, speaker);
        if (!winner.equals(speaker)) {
          return new Decision.HeldByOther(winner, EnvelopeEdit.NOTHING);
        }
        claimedRound = round;
      }
      return now;
    }

    /**
     * Whether it is this very message that ended the thread, before a crash kept us from noting it.
     */
    private boolean ended(MessThread thread) {
      return thread.envelope().history().stream()
          .anyMatch(entry -> said.payloads().stream().anyMatch(payload -> records(entry, payload)));
    }

    private boolean records(HistoryEntry entry, Payload payload) {
      return payload instanceof Payload.Status status
          && status.status() != null
          && status.status().ended()
          && same(entry, new HistoryEntry(status.status().code(), said.received(), speaker, null));
    }

    /** What was acknowledged is never thrown away, whatever has happened since. */
    private boolean belongs(Decision now) {
      return switch (now) {
        case Decision.Accept _ -> true;
        case Decision.Refuse _ -> entry.writtenAt() != null;
        case Decision.HeldByOther _, Decision.Over _ ->
            entry.writtenAt() != null || ThreadRules.hasContent(said.payloads());
      };
    }

    private static EnvelopeEdit edit(Decision decision) {
      return switch (decision) {
        case Decision.Accept accept -> accept.edit();
        case Decision.HeldByOther held -> held.repair();
        case Decision.Over _, Decision.Refuse _ -> EnvelopeEdit.NOTHING;
      };
    }

    /** Whether the envelope has what goes with a message that stands there. */
    private static boolean recorded(MessThread thread, EnvelopeEdit edit) {
      return edit.history().stream()
          .allMatch(
              entry -> thread.envelope().history().stream().anyMatch(old -> same(old, entry)));
    }

    private static boolean same(HistoryEntry old, HistoryEntry entry) {
      return old.action().equals(entry.action())
          && Objects.equals(old.by(), entry.by())
          && old.at() != null
          && entry.at() != null
          && Math.abs(old.at().toEpochMilli() - entry.at().toEpochMilli()) < 1000;
    }

    private MessThread without(MessThread thread) {
      if (!stands) {
        return thread;
      }
      List<ThreadMessage> others =
          thread.messages().stream().filter(message -> !Spoken.same(message, said)).toList();
      return new MessThread(thread.ref(), thread.envelope(), others);
    }

    boolean claimed() {
      return decision instanceof Decision.Accept accept && accept.claims();
    }

    /** Whether the exchange itself has decided for somebody whose claim stands before ours. */
    boolean lostTo(MessThread thread, String holder) {
      return claimed()
          && !holder.equals(speaker)
          && thread.envelope().status().taken()
          && !Holders.claimedFirst(thread, said);
    }

    boolean comesAfter(MessThread thread, String other) {
      for (ThreadMessage message : thread.messages()) {
        if (Spoken.same(message, said)) {
          return false;
        }
        if (other.equals(message.from())) {
          return true;
        }
      }
      return false;
    }

    void releaseClaim() {
      if (claimedRound != null) {
        claims.release(entry.ref(), claimedRound, speaker);
      }
    }

    Verdict verdict() {
      return switch (Objects.requireNonNull(decision)) {
        case Decision.Accept accept -> new Verdict.Taken(accept.status(), accept.holder(), false);
        case Decision.HeldByOther held ->
            new Verdict.HeldByOther(held.holder(), ports.names().apply(held.holder()), stands);
        case Decision.Over over when endedBy != null ->
            new Verdict.Taken(over.status(), endedBy, false);
        case Decision.Over over -> new Verdict.Over(over.status(), stands);
        case Decision.Refuse refuse -> new Verdict.Refused(refuse.sentence());
      };
    }
  }
}
