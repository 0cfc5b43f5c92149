package org.messgateway.gateway.ops;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.messgateway.api.Address;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.Outcome;
import org.messgateway.api.Recipient;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.dispatch.Channels;
import org.messgateway.gateway.dispatch.SendDecision;
import org.messgateway.gateway.dispatch.SendStage;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks whether a trouble still stands, and renders its message as it stands now. May decide to
 * send, or that it is not wanted any more. Stands last in the list of troubles, behind {@code
 * LocalOnlyStage}, because only the gateway that has the trouble can render it.
 */
public final class TroubleStage implements SendStage {

  private static final Logger log = LoggerFactory.getLogger(TroubleStage.class);
  private static final int BYTES = 4096;

  private final ActiveTroubles troubles;
  private final CurrentConfig configuration;
  private final Channels channels;

  public TroubleStage(ActiveTroubles troubles, CurrentConfig configuration, Channels channels) {
    this.troubles = troubles;
    this.configuration = configuration;
    this.channels = channels;
  }

  @Override
  public long weight(TakenDelivery delivery) {
    return BYTES;
  }

  @Override
  public SendDecision decide(TakenDelivery delivery) {
    Identity identity = delivery.identity();
    Optional<TroubleState> now = troubles.now(identity.ref());
    if (now.isEmpty()) {
      return new SendDecision.NotWanted("it works again");
    }
    return configuration
        .get()
        .catalogue()
        .executor(identity.executor())
        .flatMap(operator ->
            operator
                .address(identity.channel(), identity.address())
                .<SendDecision>map(address ->
                    new SendDecision.Send(
                        notification(identity.id(), now.get(), operator, address), BYTES)))
        .orElseGet(() -> new SendDecision.NotWanted("The address is not configured any more."));
  }

  /** Sends without the queue, once; a failure stands in the log. */
  void sendNow(TroubleState trouble, Executor operator, ChannelAddress place) {
    Notification notification = notification("0".repeat(32), trouble, operator, place.address());
    channels
        .channel(place.channel())
        .map(channel -> channel.deliver(notification))
        .ifPresent(outcome -> {
          if (!(outcome instanceof Outcome.Delivered)) {
            log.error("{} could not be told over {} either.", operator.id(), place.channel());
          }
        });
  }

  private Notification notification(
      String id, TroubleState trouble, Executor operator, Address address) {
    String since = operator.texts().day(trouble.since(), operator.zone());
    return new Notification(
        id,
        new NotificationContent.GatewayTrouble(trouble.what(), since, trouble.latest().remedy()),
        configuration.get().title(),
        address,
        List.of(new Recipient(operator.id(), operator.name(), operator.zone(), operator.texts())),
        new MessThread(trouble.key(), envelope(trouble), List.of()),
        null,
        null,
        Set.of(),
        new TroubleDocument(trouble));
  }

  private static Envelope envelope(TroubleState trouble) {
    Instant since = trouble.since();
    return new Envelope(
        trouble.key(),
        "exchange",
        null,
        ThreadStatus.PENDING,
        since,
        since,
        trouble.what(),
        null,
        null,
        null,
        null,
        false,
        List.of());
  }

  /** For operators that are machines. */
  private record TroubleDocument(TroubleState trouble) implements TaskDocument {

    private Map<String, Object> content() {
      Map<String, Object> content = new LinkedHashMap<>();
      content.put("cause", trouble.key());
      content.put("what", trouble.what());
      content.put("since", trouble.since().toString());
      content.put("remedy", trouble.latest().remedy());
      return Map.of("trouble", content);
    }

    @Override
    public byte[] yaml(int maxBytes) {
      return bytes(
          new ObjectMapper(
              YAMLFactory.builder().disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER).build()));
    }

    @Override
    public byte[] json(int maxBytes) {
      return bytes(new ObjectMapper());
    }

    private byte[] bytes(ObjectMapper mapper) {
      try {
        return mapper.writeValueAsString(content()).getBytes(UTF_8);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("four texts can be written", e);
      }
    }
  }
}
