package org.messgateway.gateway.answer;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.home.Backoff;
import org.messgateway.gateway.home.ReportedFailure;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.gateway.queue.journal.ReplyInbox;
import org.messgateway.gateway.queue.journal.ReplyInbox.KeptReply;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Answers in the bodies with which destinations answer a delivery: only a top-level {@code MESS}
 * list counts (docs/rules.md#webhook). They were stored when the delivery was settled, so that none
 * is lost by a crash; a claim in one is a bid whose verdict is the next notification. What an agent
 * answers about its own task counts as its message: replies, reviews and cancellations.
 */
public final class ReplyBodies {

  private static final Logger log = LoggerFactory.getLogger(ReplyBodies.class);

  /** Read at once: a reply has 1 MiB at most. */
  private static final int MANY = 16;

  /** Threads that are written at once: each waits for the disk, and they share its flushes. */
  private static final int AT_ONCE = 8;

  /** A thread may be busy for a moment; an exchange may be away for hours. */
  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(250), Duration.ofSeconds(10));

  private static final Set<String> ABOUT_A_TASK =
      new TreeSet<>(Set.of("reply", "answer", "cancel", "review", "v"));

  private final String exchange;
  private final ReplyInbox replies;
  private final AnswerService answerService;
  private final OfAgents agents;
  private final Consumer<RefusedReply> refusals;
  private final LongSupplier nanos;

  /** Failures that were logged, once each. */
  private final Set<String> failed = ConcurrentHashMap.newKeySet();

  /** Behind which to go on, since something before it waits; null while nothing does. */
  private @Nullable KeptReply after;

  /** Threads whose replies wait: a later reply must not come before an earlier one. */
  private final Set<String> waiting = ConcurrentHashMap.newKeySet();

  /** How often in a row something waited when the oldest were looked at. */
  private int waits;

  private long againAt;

  /** Where agents are not told anything. */
  public ReplyBodies(
      String exchange, ReplyInbox replies, AnswerService answerService, LongSupplier nanos) {
    this(
        exchange,
        replies,
        answerService,
        new OfAgents(
            (_, _) -> false, _ -> new AgentRequests.RequestResult.Stored(Instant.EPOCH, List.of())),
        _ -> {},
        nanos);
  }

  /**
   * @param agents for what agents answer
   * @param refusals gets what was refused, so that it can be found later: nobody else is told
   * @param nanos monotonic time
   */
  public ReplyBodies(
      String exchange,
      ReplyInbox replies,
      AnswerService answerService,
      OfAgents agents,
      Consumer<RefusedReply> refusals,
      LongSupplier nanos) {
    this.exchange = exchange;
    this.replies = replies;
    this.answerService = answerService;
    this.agents = agents;
    this.refusals = refusals;
    this.nanos = nanos;
  }

  /** An answer that makes no sense as it is, and why. */
  public record RefusedReply(KeptReply reply, String sentence) {

    /** Keeps it where {@link ReplyVerdict} finds it. */
    public void keepIn(AnswerJournal journal, String exchange, Instant now) {
      String result = ReplyVerdict.refused(sentence);
      AnswerJournal.Put put =
          journal.put(
              new AnswerJournal.Entry(
                  0,
                  exchange,
                  reply.ref(),
                  reply.executor(),
                  ReplyVerdict.key(reply.delivery(), reply.attempt()),
                  now,
                  new byte[0],
                  null,
                  result));
      if (put.fresh()) {
        journal.refused(put.entry().number(), result);
      }
    }
  }

  /**
   * The way of what agents answer.
   *
   * @param asked whether a thread, by its ref, was asked for by that name
   */
  public record OfAgents(BiPredicate<String, String> asked, AgentRequests requests) {}

  /**
   * Works through some of the stored replies; called by one thread. One whose thread cannot be
   * written now is passed over and tried again after a pause: it holds up none behind it.
   *
   * @return whether more replies wait
   */
  public boolean turn() {
    if (after != null && nanos.getAsLong() - againAt >= 0) {
      after = null;
    }
    boolean anew = after == null;
    if (anew) {
      waiting.clear();
    }
    List<KeptReply> open = replies.open(exchange, after, MANY);
    if (!open.isEmpty()) {
      take(open);
    }
    if (anew) {
      waits = waiting.isEmpty() ? 0 : waits + 1;
      againAt = nanos.getAsLong() + PAUSES.after(waits).toNanos();
    }
    if (waits == 0) {
      failed.clear();
    } else if (!open.isEmpty()) {
      after = open.getLast();
    }
    return open.size() == MANY;
  }

  private void take(List<KeptReply> open) {
    Map<String, List<KeptReply>> byThread = new LinkedHashMap<>();
    for (KeptReply reply : open) {
      byThread.computeIfAbsent(reply.ref(), _ -> new ArrayList<>()).add(reply);
    }
    byThread.keySet().removeAll(waiting);
    ThreadFactory threads = Thread.ofVirtual().name("reply").factory();
    try (ExecutorService writers = Executors.newFixedThreadPool(AT_ONCE, threads)) {
      // Each write has its own deadlines.
      byThread.forEach((ref, ofThread) -> writers.execute(() -> take(ref, ofThread)));
    }
  }

  /** Those of one thread, in their order. */
  private void take(String ref, List<KeptReply> ofThread) {
    for (KeptReply reply : ofThread) {
      if (!taken(reply)) {
        waiting.add(ref);
        return;
      }
    }
  }

  /** False when it has to be tried again. */
  private boolean taken(KeptReply reply) {
    try {
      if (!handled(reply)) {
        return false;
      }
      replies.done(reply);
      return true;
    } catch (RuntimeException e) {
      // The store may be away for a moment; and one reply must not hold up the others.
      Level level = ReportedFailure.level(e, Level.ERROR);
      if (level == Level.DEBUG || failed.add(name(reply))) {
        log.atLevel(level)
            .log(
                "{}: what {} answered in the body could not be taken and is tried again: {}",
                reply.ref(),
                reply.executor(),
                e.toString());
      }
      return false;
    }
  }

  private boolean handled(KeptReply reply) {
    try {
      List<Map<String, @Nullable Object>> mess = MessBody.answer(reply.reply());
      return mess.isEmpty() || said(reply, mess);
    } catch (ThreadFormatException e) {
      log.warn(
          "{}: the body with which {} answered is no MESS message and was passed over: {}",
          reply.ref(),
          reply.executor(),
          e.getMessage());
      return true;
    }
  }

  private static String name(KeptReply reply) {
    return reply.delivery() + ":" + reply.attempt();
  }

  private boolean said(KeptReply reply, List<Map<String, @Nullable Object>> mess) {
    if (agents.asked().test(reply.ref(), reply.executor())) {
      return saidByAgent(reply, mess);
    }
    AnswerResult result =
        answerService.say(
            new Answer(
                exchange,
                reply.ref(),
                reply.executor(),
                reply.channel(),
                new MessageKey.Given(ReplyVerdict.key(reply.delivery(), reply.attempt())),
                mess,
                List.of()));
    if (result instanceof AnswerResult.Refused refused) {
      log.warn(
          "{}: what {} answered was refused: {}{}",
          reply.ref(),
          reply.executor(),
          refused.entry() == 0 ? "" : "entry " + refused.entry() + ": ",
          refused.sentence());
      refusals.accept(new RefusedReply(reply, refused.sentence()));
    }
    return !(result instanceof AnswerResult.TryAgainLater);
  }

  private boolean saidByAgent(KeptReply reply, List<Map<String, @Nullable Object>> mess) {
    for (Map<String, @Nullable Object> entry : mess) {
      if (!ABOUT_A_TASK.containsAll(entry.keySet())) {
        log.warn(
            "{}: what {} answered in the body was passed over: an agent may say {} there, the rest"
                + " by POST /mess.",
            reply.ref(),
            reply.executor(),
            String.join(", ", ABOUT_A_TASK));
        return true;
      }
    }
    // What names no task is about the one that was told.
    List<Map<String, @Nullable Object>> about =
        AgentMessage.resolved(mess, Map.of(ThreadReferences.LAST, reply.ref()));
    AgentRequests.RequestResult result =
        agents
            .requests()
            .say(
                new AgentRequests.RequestMessage(
                    reply.executor(),
                    reply.channel(),
                    new MessageKey.Given(ReplyVerdict.key(reply.delivery(), reply.attempt())),
                    about,
                    Optional.of(exchange),
                    List.of()));
    if (result instanceof AgentRequests.RequestResult.Rejected refused) {
      log.warn(
          "{}: what {} answered was refused: {}",
          reply.ref(),
          reply.executor(),
          refused.sentence());
      refusals.accept(new RefusedReply(reply, refused.sentence()));
    }
    return !(result instanceof AgentRequests.RequestResult.Unavailable);
  }
}
