package org.messgateway.gateway;

import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.messgateway.api.mess.Envelope;
import org.messgateway.gateway.answer.AgentThreads;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.Place;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.ThreadRow;

/** An agent's threads as the queue knows them; what it cannot know is read from the exchange. */
final class QueueAgentThreads implements AgentThreads {

  private final String exchangeId;
  private final Exchange exchange;
  private final QueueView queue;

  QueueAgentThreads(Exchange exchange, QueueView queue) {
    this.exchangeId = exchange.directory().id();
    this.exchange = exchange;
    this.queue = queue;
  }

  @Override
  public Optional<String> named(String agent, String clientId) {
    return queue.threadOf(exchangeId, agent, clientId).map(ThreadRow::ref);
  }

  /** Refs begin with date and number: the last in order is the last asked for. */
  @Override
  public Optional<String> last(String agent) {
    return queue.lastOf(exchangeId, agent);
  }

  @Override
  public List<String> createdAt(String agent, Instant at) throws IOException {
    String date = LocalDate.ofInstant(at, ZoneOffset.UTC).toString();
    List<Place> places = new ArrayList<>();
    exchange
        .scanner()
        .scan(sighting -> {
          if (sighting.place().ref().value().startsWith(date)) {
            places.add(sighting.place());
          }
        });
    Set<String> refs = new TreeSet<>();
    for (Place place : places) {
      if (created(place, agent, at)) {
        refs.add(place.ref().value());
      }
    }
    return List.copyOf(refs);
  }

  private boolean created(Place place, String agent, Instant at) throws IOException {
    try {
      Envelope envelope = exchange.envelopes().load(place);
      return agent.equals(envelope.requestor()) && at.equals(envelope.created());
    } catch (ThreadFormatException e) {
      // Not one of ours: those are whole.
      return false;
    }
  }
}
