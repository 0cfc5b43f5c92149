package org.messgateway.gateway.notify;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.dispatch.SendDecision;
import org.messgateway.gateway.dispatch.SendStage;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * The stages that a delivery passes right before it is sent, in their order. Each source of
 * deliveries has its own list; each stage is one file.
 *
 * <p>The first stage that decides ends the question; each later stage may still review that
 * decision. The attempt's thread calls all of them.
 */
public final class NotifyStages implements SendStage {

  private static final List<SendStage> OF_UNKNOWN_EXCHANGE =
      List.of(_ -> new SendDecision.NotWanted("The task is not here any more."));

  /** By exchange. */
  private final Map<String, List<SendStage>> task;

  /** Those of the first exchange, for tasks of an exchange that is not configured any more. */
  private final List<SendStage> taskOfFirst;

  private final List<SendStage> digest;
  private final List<SendStage> trouble;

  /** By exchange. */
  private final Map<String, List<SendStage>> renewal;

  private NotifyStages(
      Map<String, List<SendStage>> task,
      List<SendStage> digest,
      List<SendStage> trouble,
      Map<String, List<SendStage>> renewal) {
    this.task = task;
    this.taskOfFirst = task.values().iterator().next();
    this.digest = digest;
    this.trouble = trouble;
    this.renewal = renewal;
  }

  /**
   * The four lists: deliveries of tasks, digests, troubles and renewed links.
   *
   * @param skipAnswered did an answer in the chat say so already? First, for it needs no thread
   * @param recheckRouting does routing still want the delivery, and what does it say? By exchange,
   *     in the order of the configuration
   * @param throttle does the person get too many? Last, for only what is wanted counts
   * @param localOnly does this gateway know what only one of several can know?
   * @param digest what does a digest say?
   * @param trouble what does a message about a trouble say?
   * @param renewal what does a message with a new link say? By exchange
   */
  public static NotifyStages of(
      SendStage skipAnswered,
      Map<String, ? extends SendStage> recheckRouting,
      SendStage throttle,
      LocalOnly localOnly,
      SendStage digest,
      SendStage trouble,
      Map<String, ? extends SendStage> renewal) {
    Map<String, List<SendStage>> task = new LinkedHashMap<>();
    recheckRouting.forEach(
        (exchange, recheck) -> task.put(exchange, List.of(skipAnswered, recheck, throttle)));
    Map<String, List<SendStage>> renewals = new HashMap<>();
    renewal.forEach((exchange, stage) -> renewals.put(exchange, List.of(stage)));
    return new NotifyStages(
        task, List.of(localOnly.digest(), digest), List.of(localOnly.trouble(), trouble), renewals);
  }

  /** The stages that leave a delivery to the one gateway that knows what it is about. */
  public record LocalOnly(SendStage digest, SendStage trouble) {

    /** Of a gateway that has its store to itself: it passes everything on. */
    public static final LocalOnly ALONE = new LocalOnly(_ -> null, _ -> null);

    /** Of one gateway among several. */
    public static LocalOnly among(
        Predicate<Identity> knownDigest, Predicate<Identity> knownTrouble, InstantSource clock) {
      return new LocalOnly(
          new LocalOnlyStage(knownDigest, clock), new LocalOnlyStage(knownTrouble, clock));
    }
  }

  private List<SendStage> stages(TakenDelivery delivery) {
    Identity identity = delivery.identity();
    return switch (identity.source()) {
      case TASK -> task.getOrDefault(identity.exchange(), taskOfFirst);
      case DIGEST -> digest;
      case TROUBLE -> trouble;
      case RENEWAL -> renewal.getOrDefault(identity.exchange(), OF_UNKNOWN_EXCHANGE);
    };
  }

  @Override
  public long weight(TakenDelivery delivery) {
    long bytes = 0;
    for (SendStage stage : stages(delivery)) {
      bytes += stage.weight(delivery);
    }
    return bytes;
  }

  @Override
  public @Nullable SendDecision decide(TakenDelivery delivery) {
    @Nullable SendDecision decision = null;
    for (SendStage stage : stages(delivery)) {
      decision = decision == null ? stage.decide(delivery) : stage.review(delivery, decision);
    }
    return decision;
  }
}
