package org.messgateway.gateway.inbound;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Action;
import org.messgateway.api.Deed;
import org.messgateway.api.EarException;
import org.messgateway.api.Heard;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;
import org.messgateway.api.Said;
import org.messgateway.api.SentFile;
import org.messgateway.api.mess.ContentEntry.Media.Kind;
import org.messgateway.gateway.answer.Answer;
import org.messgateway.gateway.people.PeopleFile;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.jdbc.SqliteStore;

/**
 * An ear with a real store, a real people.yaml and a real spool, and the thread side in memory. Ana
 * and Ben have a number each, and a Telegram group together; Carl shares Ana's number.
 */
final class EarScene implements AutoCloseable {

  static final String ANA = "+14155550101";
  static final String BEN = "+14155550102";
  static final String GROUP = "-100200";

  final MovableClock clock = new MovableClock();
  final FakeAnswers answers = new FakeAnswers();
  final PeopleFile people;
  final List<Member> members = new ArrayList<>();
  final List<String> after = new ArrayList<>();
  private final Path folder;
  private final OpenedQueue store;
  private final Ports ports;
  private int events;

  EarScene(Path folder) throws IOException {
    this.folder = folder;
    store = SqliteStore.in(folder, clock).open("node-1");
    people = new PeopleFile(folder.resolve("people.yaml"));
    ports =
        new Ports(
            new Directory(),
            answers,
            answers,
            store.queue(),
            store.journal(),
            people,
            new Spool(folder.resolve("spool")),
            new Noted(),
            clock);
    members.add(member("ana", "Ana", Set.of(ANA), Set.of()));
    members.add(member("ben", "Ben", Set.of(BEN), Set.of()));
  }

  static Member member(String id, String name, Set<String> addresses, Set<String> persons) {
    return new Member(id, name, ZoneOffset.UTC, addresses, persons);
  }

  /** Ana and Ben share a group in which their ids are 7 and 8. */
  void inAGroup() {
    members.clear();
    members.add(member("ana", "Ana", Set.of(GROUP), Set.of("7")));
    members.add(member("ben", "Ben", Set.of(GROUP), Set.of("8")));
  }

  DeliveryQueue queue() {
    return store.queue();
  }

  ChannelEar ear(String channel) {
    return new ChannelEar(channel, ports, () -> true);
  }

  /** A request was delivered there; its id. */
  String told(String ref, String executor, String channel, String address) {
    return told(ref, executor, channel, address, NotificationKind.REQUEST);
  }

  String told(String ref, String executor, String channel, String address, NotificationKind kind) {
    Sample.Wish wish = Sample.wish(ref, executor, address).channel(channel).kind(kind).oneMessage();
    Sample.reconcile(queue(), ref, wish);
    for (var lane : queue().lease(20)) {
      for (TakenDelivery taken : queue().take(lane, 20)) {
        queue()
            .settle(
                taken,
                clock.instant(),
                new Settlement.Delivered(receipt(ref + kind.code()), null),
                Sample.HEALTHY);
      }
      queue().release(lane);
    }
    return wish.id();
  }

  static Receipt receipt(String message) {
    return Receipt.of("message", message);
  }

  /** A text by SMS: no message is answered, no button pressed. */
  Heard sms(String from, String text, SentFile... files) throws EarException {
    return ear("sms").hear(text("SM" + events++, from, text, files));
  }

  static Said text(String id, String from, String text, SentFile... files) {
    return new Said(id, from, null, from, null, null, new Deed.Wrote(text, List.of(files), null));
  }

  /** An answer to a message in the group. */
  Heard reply(String person, String message, String text, SentFile... files) throws EarException {
    return ear("telegram")
        .hear(
            new Said(
                "up" + events++,
                person,
                "Somebody",
                GROUP,
                null,
                receipt(message),
                new Deed.Wrote(text, List.of(files), null)));
  }

  Heard press(String person, String address, String delivery, Action action) throws EarException {
    return press(person, address, delivery, action, Map.of());
  }

  Heard press(
      String person, String address, String delivery, Action action, Map<String, String> fields)
      throws EarException {
    return did(person, address, delivery, new Deed.Pressed(action, fields, List.of()));
  }

  Heard did(String person, String address, @Nullable String delivery, Deed deed)
      throws EarException {
    return ear("telegram")
        .hear(new Said("up" + events++, person, "Somebody", address, delivery, null, deed));
  }

  /** What was said last, as {@code ana r1 [{status={code=claimed}}]}. */
  String last() {
    Answer answer = answers.said.getLast();
    return answer.executor() + " " + answer.ref() + " " + answer.mess();
  }

  List<Path> spooled() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("spool"))) {
      return files.toList();
    }
  }

  static SentFile photo(String content) {
    return new Photo(content.getBytes(UTF_8), content.length());
  }

  static SentFile photoOfSize(long size) {
    return new Photo(new byte[0], size);
  }

  @SuppressWarnings("ArrayRecordComponent") // Read once.
  private record Photo(byte[] content, long size) implements SentFile {

    @Override
    public Kind kind() {
      return Kind.IMAGE;
    }

    @Override
    public String name() {
      return "photo.jpg";
    }

    @Override
    public String mime() {
      return "image/jpeg";
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(content);
    }
  }

  private final class Directory implements Roster {

    @Override
    public String title() {
      return "Miller home";
    }

    @Override
    public List<Member> members(String channel) {
      return members;
    }

    @Override
    public String name(String executor) {
      return executor;
    }
  }

  private final class Noted implements Aftermath {

    @Override
    public void peopleChanged() {
      after.add("people");
    }

    @Override
    public void heardWhoHasIt(Identity asked) {
      after.add(asked.executor() + " heard who has " + asked.ref());
    }

    @Override
    public void addressTooLong(String channel, int bytes) {
      after.add(channel + " names an address of " + bytes + " bytes");
    }

    @Override
    public void corrected(Identity identity, DeliveryState state) {
      after.add(identity.ref() + " " + state.code());
    }
  }

  @Override
  public void close() {
    store.queue().close();
  }
}
