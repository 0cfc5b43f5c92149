package org.messgateway.gateway.answer.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Audience;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.Inbound;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundListener;
import org.messgateway.api.InboundListener.StoredEvent;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.dispatch.Channel;
import org.messgateway.gateway.dispatch.Channels;

/** What an adapter acknowledged and did not finish, when another configuration replaced it. */
final class OrphanedEventsTest {

  private static final String TELEGRAM = "telegram";

  @TempDir private Path folder;
  private final List<String> resumed = new ArrayList<>();
  private final OrphanedEvents orphaned = new OrphanedEvents(new OneChannel());
  private ChatScene scene;
  private ChannelInbound earlier;
  private ChannelInbound present;

  @BeforeEach
  void replaced() throws Exception {
    scene = new ChatScene(folder);
    earlier = scene.ear(TELEGRAM);
    orphaned.listens(TELEGRAM, earlier);
    assertEquals(List.of(), ids(earlier.unfinished()));
    store(earlier, "before");
    present = scene.ear(TELEGRAM);
  }

  @AfterEach
  void close() throws IOException {
    scene.close();
  }

  private void presentListens() {
    orphaned.listens(TELEGRAM, present);
    assertEquals(List.of("before"), ids(present.unfinished()));
  }

  private static void store(InboundListener listener, String id) throws InboundException {
    assertTrue(listener.store(id, id.getBytes(UTF_8)));
  }

  private static List<String> ids(List<StoredEvent> events) {
    return events.stream().map(StoredEvent::id).toList();
  }

  @Test
  void aReplacedAdapterMayNotPollAnyMore() {
    assertTrue(earlier.mayPoll());

    presentListens();

    assertFalse(earlier.mayPoll());
    assertTrue(present.mayPoll());
  }

  @Test
  void whatAReplacedAdapterLeftWhenItWasClosedIsHandedToThePresentOneOnce() throws Exception {
    presentListens();
    store(earlier, "left");
    store(earlier, "finished");
    earlier.complete("finished");
    store(present, "under way");
    orphaned.turn();
    assertEquals(List.of(), resumed, "the replaced one works on it");

    orphaned.closed(TELEGRAM);
    orphaned.turn();
    orphaned.closed(TELEGRAM);
    orphaned.turn();

    assertEquals(List.of("left"), resumed);
  }

  @Test
  void anAdapterThatDoesNotListenYetIsHandedNothingForItReadsAllWhenItDoes() {
    orphaned.listens(TELEGRAM, present);
    orphaned.closed(TELEGRAM);
    orphaned.turn();

    assertEquals(List.of(), resumed);
    assertEquals(List.of("before"), ids(present.unfinished()));
  }

  /** Has the present adapter of one channel. */
  private final class OneChannel implements Channels {

    @Override
    public Optional<Channel> channel(String name) {
      return Optional.of(new Telegram());
    }

    @Override
    public Collection<Channel> all() {
      return List.of(new Telegram());
    }
  }

  private final class Telegram implements Channel {

    @Override
    public String name() {
      return TELEGRAM;
    }

    @Override
    public ChannelLimits limits() {
      return new ChannelLimits(1, null, null);
    }

    @Override
    public Audience audience() {
      return Audience.PEOPLE;
    }

    @Override
    public Outcome deliver(Notification notification) {
      return new Outcome.Delivered(Receipt.NONE);
    }

    @Override
    public <A> Optional<A> ability(Class<A> type) {
      return type == Inbound.class ? Optional.of(type.cast(new Resumed())) : Optional.empty();
    }
  }

  private final class Resumed implements Inbound {

    @Override
    public void listen(InboundListener listener) {}

    @Override
    public void resume(List<StoredEvent> events) {
      resumed.addAll(ids(events));
    }

    @Override
    public boolean inboundOpen() {
      return true;
    }

    @Override
    public CallbackResponse receive(CallbackRequest call) {
      return CallbackResponse.of(404);
    }
  }
}
