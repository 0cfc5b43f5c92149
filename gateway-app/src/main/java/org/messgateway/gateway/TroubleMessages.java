package org.messgateway.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.messgateway.api.News;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Recipient;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.dispatch.Channels;
import org.messgateway.gateway.dispatch.Decision;
import org.messgateway.gateway.dispatch.Wanted;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import org.messgateway.gateway.trouble.Case;
import org.messgateway.gateway.trouble.TroubleBook;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes messages of trouble, from what is wrong when they are sent. */
final class TroubleMessages implements Wanted {

  private static final Logger log = LoggerFactory.getLogger(TroubleMessages.class);
  private static final DateTimeFormatter SINCE =
      DateTimeFormatter.ofPattern("EEE d MMM HH:mm", Locale.ENGLISH);
  private static final int BYTES = 4096;

  private final TroubleBook book;
  private final LiveConfiguration configuration;
  private final Channels channels;

  TroubleMessages(TroubleBook book, LiveConfiguration configuration, Channels channels) {
    this.book = book;
    this.configuration = configuration;
    this.channels = channels;
  }

  @Override
  public long weight(TakenDelivery taken) {
    return BYTES;
  }

  @Override
  public Decision wanted(TakenDelivery taken) {
    Identity identity = taken.identity();
    Optional<Case> now = book.now(identity.ref());
    if (now.isEmpty()) {
      return new Decision.NotWanted("it works again");
    }
    return place(identity)
        .<Decision>map(place ->
            new Decision.Send(
                notification(identity.id(), now.get(), operator(identity), place), BYTES))
        .orElseGet(() -> new Decision.NotWanted("The address is not configured any more."));
  }

  private Executor operator(Identity identity) {
    Executor executor = configuration.get().catalogue().executors().get(identity.executor());
    if (executor == null) {
      throw new IllegalStateException("an address without its executor");
    }
    return executor;
  }

  private Optional<ChannelAddress> place(Identity identity) {
    return Optional.ofNullable(configuration.get().catalogue().executors().get(identity.executor()))
        .flatMap(executor ->
            executor.notifyPlan().channels().stream()
                .filter(place -> place.channel().equals(identity.channel()))
                .filter(place -> place.address().value().equals(identity.address()))
                .findFirst());
  }

  /** Without the queue, once; what comes of it stands in the log. */
  void sendNow(Case one, Executor operator, ChannelAddress place) {
    Notification notification = notification("0".repeat(32), one, operator, place);
    channels
        .channel(place.channel())
        .map(channel -> channel.deliver(notification))
        .ifPresent(outcome -> {
          if (!(outcome instanceof Outcome.Delivered)) {
            log.error("{} could not be told over {} either.", operator.id(), place.channel());
          }
        });
  }

  private Notification notification(String id, Case one, Executor operator, ChannelAddress place) {
    String since = SINCE.format(ZonedDateTime.ofInstant(one.since(), operator.zone()));
    return new Notification(
        id,
        new News.Trouble(one.what(), since, one.latest().remedy()),
        configuration.get().title(),
        place.address(),
        List.of(new Recipient(operator.id(), operator.name(), operator.zone())),
        new MessThread(one.key(), envelope(one), List.of()),
        null,
        null,
        Set.of(),
        new Document(one));
  }

  private static Envelope envelope(Case one) {
    Instant since = one.since();
    return new Envelope(
        one.key(),
        "exchange",
        null,
        ThreadStatus.PENDING,
        since,
        since,
        one.what(),
        null,
        null,
        null,
        null,
        false,
        List.of());
  }

  /** For operators that are machines. */
  private record Document(Case one) implements TaskDocument {

    private Map<String, Object> said() {
      Map<String, Object> said = new LinkedHashMap<>();
      said.put("cause", one.key());
      said.put("what", one.what());
      said.put("since", one.since().toString());
      said.put("remedy", one.latest().remedy());
      return Map.of("trouble", said);
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
        return mapper.writeValueAsString(said()).getBytes(UTF_8);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("four texts can be written", e);
      }
    }
  }
}
