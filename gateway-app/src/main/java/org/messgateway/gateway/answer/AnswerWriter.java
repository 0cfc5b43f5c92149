package org.messgateway.gateway.answer;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.Round;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.gateway.queue.journal.AnswerJournal.Entry;
import org.messgateway.gateway.queue.journal.ClaimStore;

/**
 * Writes an entry of the journal into its thread, once, also after a crash in between. The caller
 * holds the thread's lock.
 */
final class AnswerWriter {

  private final AnswerContext ports;
  private final ThreadRules rules;
  private final RoundClaims claims;

  AnswerWriter(AnswerContext ports, ThreadRules rules) {
    this.ports = ports;
    this.rules = rules;
    this.claims = new RoundClaims(ports);
  }

  /**
   * Writes an entry unless the thread has it, and notes the result in the journal.
   *
   * @throws IOException when it cannot be written now; the entry stays open
   */
  AnswerResult write(Ref ref, Entry entry) throws IOException {
    EntryAuthor author = new EntryAuthor(entry);
    LoadedThread after = ports.writer().write(ref, author);
    AnswerResult result = firstClaimHolds(ref, after.thread(), author);
    journal(entry, author, result);
    ports.listener().changed(Set.of(ref));
    return result;
  }

  private void journal(Entry entry, EntryAuthor author, AnswerResult result) {
    AnswerJournal journal = ports.journal().answers();
    boolean taken = result instanceof AnswerResult.Accepted;
    if (!taken) {
      author.releaseClaim();
    }
    if (result instanceof AnswerResult.Refused) {
      journal.refused(entry.number(), "");
    } else if (author.stands) {
      journal.written(entry.number(), ports.clock().instant(), AnswerMemory.text(result));
    } else {
      journal.refused(entry.number(), AnswerMemory.text(result));
    }
  }

  /** Beside programs without locks the first claim in document order holds. */
  private AnswerResult firstClaimHolds(Ref ref, MessThread after, EntryAuthor author)
      throws IOException {
    String holder = after.envelope().executor();
    if (holder != null && author.lostTo(after, holder)) {
      return author.heldBy(holder, after.envelope().status(), true);
    }
    @Nullable String first = author.precededBy(after);
    if (first == null) {
      return author.verdict();
    }
    HistoryEntry record =
        new HistoryEntry(
            "claimed", ports.clock().instant(), first, author.speaker + " came second");
    EnvelopeEdit edit = EnvelopeEdit.NOTHING.executor(first).append(record);
    LoadedThread _ =
        ports
            .writer()
            .write(
                ref,
                thread ->
                    first.equals(thread.envelope().executor())
                        ? null
                        : new ThreadAddition(null, edit));
    return author.heldBy(first, after.envelope().status(), true);
  }

  /** Writes one entry into its thread. */
  private final class EntryAuthor implements ThreadWriter.Author {

    private final Entry entry;
    private final ThreadMessage said;
    private final String speaker;
    private @Nullable AnswerDecision decision;
    private @Nullable Integer claimedRound;
    private @Nullable Envelope before;
    private boolean stands;
    private @Nullable String endedBy;

    EntryAuthor(Entry entry) {
      this.entry = entry;
      this.said = MessageDocument.read(entry.message());
      this.speaker = entry.executor();
    }

    @Override
    public @Nullable ThreadAddition on(MessThread thread) {
      before = thread.envelope();
      stands = MessageDocument.in(thread, said);
      endedBy = stands && ended(thread) ? speaker : null;
      AnswerDecision now = decided(without(thread));
      decision = now;
      EnvelopeEdit edit = edit(now);
      if (stands) {
        return recorded(thread, edit) ? null : new ThreadAddition(null, edit);
      }
      if (!belongs(now)) {
        return edit.history().isEmpty() ? null : new ThreadAddition(null, edit);
      }
      stands = true;
      return new ThreadAddition(entry.message(), edit);
    }

    private AnswerDecision decided(MessThread thread) {
      AnswerDecision now = rules.decide(thread, said);
      if (now instanceof AnswerDecision.Accept accept && accept.claims()) {
        int round = Round.of(thread).number();
        String winner = claims.claim(entry.ref(), round, speaker);
        if (!winner.equals(speaker)) {
          return new AnswerDecision.LostToHolder(
              winner, ThreadStatus.CLAIMED, EnvelopeEdit.NOTHING);
        }
        claimedRound = round;
      }
      return now;
    }

    /** Whether this message ended the thread before a crash, without a note in the journal. */
    private boolean ended(MessThread thread) {
      ThreadStatus end = thread.envelope().status();
      HistoryEntry record = new HistoryEntry(end.code(), said.received(), speaker, null);
      return end.ended() && thread.envelope().history().stream().anyMatch(old -> same(old, record));
    }

    /** An acknowledged answer is never thrown away, whatever happened since. */
    private boolean belongs(AnswerDecision now) {
      return switch (now) {
        case AnswerDecision.Accept accept -> !accept.silent() || entry.writtenAt() != null;
        case AnswerDecision.Refuse _ -> entry.writtenAt() != null;
        case AnswerDecision.LostToHolder _, AnswerDecision.AfterEnd _ ->
            entry.writtenAt() != null || MessageWords.hasContent(said.payloads());
      };
    }

    private static EnvelopeEdit edit(AnswerDecision decision) {
      return switch (decision) {
        case AnswerDecision.Accept accept -> accept.edit();
        case AnswerDecision.LostToHolder held -> held.repair();
        case AnswerDecision.AfterEnd _, AnswerDecision.Refuse _ -> EnvelopeEdit.NOTHING;
      };
    }

    /** Whether history has the entries that belong to a written message. */
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
          thread.messages().stream()
              .filter(message -> !MessageDocument.same(message, said))
              .toList();
      return new MessThread(thread.ref(), thread.envelope(), others);
    }

    boolean claimed() {
      return decision instanceof AnswerDecision.Accept accept && accept.claims();
    }

    /** Whether the exchange decided for an executor whose claim precedes this one. */
    boolean lostTo(MessThread thread, String holder) {
      return claimed()
          && !holder.equals(speaker)
          && thread.envelope().status().taken()
          && !MessageDocument.same(Conversation.of(thread).claim(), said);
    }

    /**
     * The holder by a claim that was written between the read and the write of this entry; null for
     * none. Decided by the messages before this one and the envelope before this write.
     */
    @Nullable String precededBy(MessThread after) {
      if (!claimed() || before == null) {
        return null;
      }
      List<ThreadMessage> earlier =
          after.messages().stream()
              .takeWhile(message -> !MessageDocument.same(message, said))
              .toList();
      return Conversation.of(new MessThread(after.ref(), before, earlier)).holder();
    }

    AnswerResult heldBy(String holder, ThreadStatus status, boolean kept) {
      return new AnswerResult.HeldByOther(status, holder, ports.names().apply(holder), kept);
    }

    void releaseClaim() {
      if (claimedRound != null) {
        claims.release(entry.ref(), claimedRound, speaker);
      }
    }

    AnswerResult verdict() {
      return switch (Objects.requireNonNull(decision)) {
        case AnswerDecision.Accept accept ->
            new AnswerResult.Accepted(accept.status(), accept.holder(), false, accept.notes());
        case AnswerDecision.LostToHolder held -> heldBy(held.holder(), held.status(), stands);
        case AnswerDecision.AfterEnd over when endedBy != null ->
            new AnswerResult.Accepted(over.status(), endedBy, false);
        case AnswerDecision.AfterEnd over ->
            new AnswerResult.ThreadEnded(over.status(), over.holder(), stands);
        case AnswerDecision.Refuse refuse -> new AnswerResult.Refused(refuse.sentence());
      };
    }
  }

  /**
   * Claims among gateways that share a store. The thread decides: a claim that is neither in the
   * free thread nor waiting to be written into it was lost, and does not block others.
   */
  private static final class RoundClaims {

    private static final int MOST_OPEN = 1_000;

    private final AnswerContext ports;

    RoundClaims(AnswerContext ports) {
      this.ports = ports;
    }

    /**
     * Claims a round of a free thread.
     *
     * @return the executor that has the round
     */
    String claim(String ref, int round, String executor) {
      ClaimStore claimStore = ports.journal().claims();
      String winner = claimStore.claim(ports.exchange(), ref, round, executor);
      if (winner.equals(executor) || waits(ref, winner)) {
        return winner;
      }
      claimStore.release(ports.exchange(), ref, round, winner);
      return claimStore.claim(ports.exchange(), ref, round, executor);
    }

    private boolean waits(String ref, String executor) {
      return ports.journal().answers().open(ports.exchange(), MOST_OPEN).stream()
          .anyMatch(entry ->
              entry.ref().equals(ref)
                  && entry.executor().equals(executor)
                  && entry.writtenAt() == null);
    }

    void release(String ref, int round, String executor) {
      ports.journal().claims().release(ports.exchange(), ref, round, executor);
    }
  }
}
