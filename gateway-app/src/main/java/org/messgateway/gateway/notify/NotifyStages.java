package org.messgateway.gateway.notify;

import java.time.InstantSource;
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

  private static final SendDecision UNKNOWN_EXCHANGE =
      new SendDecision.NotWanted("The task is not here any more.");

  private final List<SendStage> task;
  private final List<SendStage> digest;
  private final List<SendStage> trouble;
  private final List<SendStage> renewal;

  private NotifyStages(
      List<SendStage> task,
      List<SendStage> digest,
      List<SendStage> trouble,
      List<SendStage> renewal) {
    this.task = task;
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
    SendStage ofFirst = recheckRouting.values().iterator().next();
    return new NotifyStages(
        List.of(skipAnswered, new ByExchange(recheckRouting, ofFirst), throttle),
        List.of(localOnly.digest(), digest),
        List.of(localOnly.trouble(), trouble),
        List.of(new ByExchange(renewal, _ -> UNKNOWN_EXCHANGE)));
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
    return switch (delivery.identity().source()) {
      case TASK -> task;
      case DIGEST -> digest;
      case TROUBLE -> trouble;
      case RENEWAL -> renewal;
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

  /** The stage of the exchange that a delivery is about. */
  private record ByExchange(Map<String, ? extends SendStage> stages, SendStage otherwise)
      implements SendStage {

    private SendStage of(TakenDelivery delivery) {
      SendStage stage = stages.get(delivery.identity().exchange());
      return stage == null ? otherwise : stage;
    }

    @Override
    public long weight(TakenDelivery delivery) {
      return of(delivery).weight(delivery);
    }

    @Override
    public @Nullable SendDecision decide(TakenDelivery delivery) {
      return of(delivery).decide(delivery);
    }
  }
}
