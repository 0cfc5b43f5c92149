package org.messgateway.gateway.answer.chat;

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
import org.messgateway.api.InboundAction;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundFile;
import org.messgateway.api.InboundReply;
import org.messgateway.api.MessageButton;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;
import org.messgateway.api.mess.ContentEntry.Media.MediaKind;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.answer.Answer;
import org.messgateway.gateway.config.people.PeopleFile;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliverySource;
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
final class ChatScene implements AutoCloseable {

  static final String ANA = "+14155550101";
  static final String BEN = "+14155550102";
  static final String GROUP = "-100200";

  final MovableClock clock = new MovableClock();
  final FakeAnswers answers = new FakeAnswers();
  final PeopleFile people;
  final List<ChannelMember> members = new ArrayList<>();
  final List<String> after = new ArrayList<>();
  private final Path folder;
  private final OpenedQueue store;
  private final ChatContext context;
  private int events;

  ChatScene(Path folder) throws IOException {
    this.folder = folder;
    store = SqliteStore.in(folder, clock).open("node-1");
    people = new PeopleFile(folder.resolve("people.yaml"));
    context =
        new ChatContext(
            new Directory(),
            answers,
            answers,
            store.queue(),
            store.journal(),
            people,
            new ReceivedFiles(folder.resolve("spool")),
            new Noted(),
            clock);
    members.add(member("ana", "Ana", Set.of(ANA), Set.of()));
    members.add(member("ben", "Ben", Set.of(BEN), Set.of()));
  }

  static ChannelMember member(String id, String name, Set<String> addresses, Set<String> persons) {
    return new ChannelMember(id, name, ZoneOffset.UTC, addresses, persons, Texts.ENGLISH);
  }

  /** Ana and Ben share a group in which their ids are 7 and 8. */
  void inAGroup() {
    members.clear();
    members.add(member("ana", "Ana", Set.of(GROUP), Set.of("7")));
    members.add(member("ben", "Ben", Set.of(GROUP), Set.of("8")));
  }

  /** Ana is in Slack, where her conversation with the gateway has an address of its own. */
  void inSlack() {
    members.clear();
    members.add(member("ana", "Ana", Set.of("U1"), Set.of()));
  }

  DeliveryQueue queue() {
    return store.queue();
  }

  ChannelInbound ear(String channel) {
    return new ChannelInbound(channel, context, () -> true);
  }

  /** A request was delivered there; its id. */
  String told(String ref, String executor, String channel, String address) {
    return told(ref, executor, channel, address, NotificationKind.REQUEST);
  }

  String told(String ref, String executor, String channel, String address, NotificationKind kind) {
    telling(ref, executor, channel, address, kind).run();
    return Sample.wish(ref, executor, address).channel(channel).kind(kind).id();
  }

  /** A request was delivered there by a digest, which lists it. */
  void listed(String ref, String executor, String channel, String address) {
    Sample.Wish wish = Sample.wish(ref, executor, address).channel(channel).oneMessage();
    telling(wish, Receipt.of("message", ref, DeliveryRow.DIGEST_PART, "night")).run();
  }

  /** A reminder was delivered into the thread of this message. */
  void reminded(String ref, String executor, String channel, String address, String thread) {
    Sample.Wish wish = Sample.wish(ref, executor, address).channel(channel).oneMessage();
    Receipt receipt = receipt(ref + "reminder").with(Receipt.THREAD, thread);
    telling(wish.kind(NotificationKind.REMINDER), receipt).run();
  }

  /** The message of a digest stands there; its name, for replies. */
  String list(String executor, String channel, String address) {
    Identity list =
        new Identity(
            DeliverySource.DIGEST,
            Sample.EXCHANGE,
            "night/" + channel + "/" + address,
            executor,
            channel,
            address,
            NotificationKind.DIGEST,
            1);
    Sample.Wish wish = new Sample.Wish(list, true, Priority.NORMAL, MovableClock.START, null);
    queue()
        .reconcileNotice(
            DeliverySource.DIGEST, Sample.EXCHANGE, list.ref(), List.of(wish.wanted()));
    arriving(receipt("list")).run();
    return "list";
  }

  /** A request is on its way there: the service has it, and its answer is what runs later. */
  Runnable telling(String ref, String executor, String channel, String address) {
    return telling(ref, executor, channel, address, NotificationKind.REQUEST);
  }

  Runnable telling(
      String ref, String executor, String channel, String address, NotificationKind kind) {
    Sample.Wish wish = Sample.wish(ref, executor, address).channel(channel).kind(kind).oneMessage();
    return telling(wish, receipt(ref + kind.code()));
  }

  private Runnable telling(Sample.Wish wish, Receipt receipt) {
    Sample.reconcile(queue(), wish.identity().ref(), wish);
    return arriving(receipt);
  }

  /** What may go now has been sent, and arrives when this runs. */
  private Runnable arriving(Receipt receipt) {
    List<Runnable> answers = new ArrayList<>();
    for (var lane : queue().lease(20)) {
      for (TakenDelivery delivery : queue().take(lane, 20)) {
        Settlement delivered = new Settlement.Delivered(receipt, null);
        answers.add(() -> queue().settle(delivery, clock.instant(), delivered, Sample.HEALTHY));
      }
      answers.add(() -> queue().release(lane));
    }
    return () -> answers.forEach(Runnable::run);
  }

  static Receipt receipt(String message) {
    return Receipt.of("message", message);
  }

  /** A text by SMS: no message is answered, no button pressed. */
  InboundReply sms(String from, String text, InboundFile... files) throws InboundException {
    return ear("sms").report(text("SM" + events++, from, text, files));
  }

  static InboundEvent text(String id, String from, String text, InboundFile... files) {
    return new InboundEvent(
        id,
        from,
        null,
        from,
        null,
        null,
        new InboundAction.ChatMessage(text, List.of(files), null));
  }

  /** An answer to a message in the group. */
  InboundReply reply(String person, String message, String text, InboundFile... files)
      throws InboundException {
    return ear("telegram").report(replied("up" + events++, person, message, text, files));
  }

  static InboundEvent replied(
      String id, String person, String message, String text, InboundFile... files) {
    return replied(id, person, message, new InboundAction.ChatMessage(text, List.of(files), null));
  }

  /** An answer to something that the gateway said in the group, which is no delivery. */
  InboundReply replyToRemark(String person, String text, InboundFile... files)
      throws InboundException {
    return ear("telegram")
        .report(
            replied(
                "up" + events++,
                person,
                "a remark",
                new InboundAction.ChatMessage(text, List.of(files), null, true)));
  }

  private static InboundEvent replied(
      String id, String person, String message, InboundAction action) {
    return new InboundEvent(id, person, "Somebody", GROUP, null, receipt(message), action);
  }

  /** A text of Ana's in her direct conversation in Slack. */
  InboundReply direct(String text) throws InboundException {
    InboundAction words = new InboundAction.ChatMessage(text, List.of(), null);
    return ear("slack")
        .report(new InboundEvent("Ev" + events++, "U1", null, "D1", true, null, null, words));
  }

  InboundReply press(String person, String address, String delivery, MessageButton button)
      throws InboundException {
    return press(person, address, delivery, button, Map.of());
  }

  InboundReply press(
      String person,
      String address,
      String delivery,
      MessageButton button,
      Map<String, String> fields)
      throws InboundException {
    return did(person, address, delivery, new InboundAction.ButtonPress(button, fields, List.of()));
  }

  InboundReply did(String person, String address, @Nullable String delivery, InboundAction action)
      throws InboundException {
    return ear("telegram")
        .report(
            new InboundEvent("up" + events++, person, "Somebody", address, delivery, null, action));
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

  static InboundFile photo(String content) {
    return new Photo(content.getBytes(UTF_8), content.length());
  }

  static InboundFile photoOfSize(long size) {
    return new Photo(new byte[0], size);
  }

  @SuppressWarnings("ArrayRecordComponent") // Read once.
  private record Photo(byte[] content, long size) implements InboundFile {

    @Override
    public MediaKind kind() {
      return MediaKind.IMAGE;
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

  private final class Directory implements MemberSource {

    @Override
    public String title() {
      return "Miller home";
    }

    @Override
    public List<ChannelMember> members(String channel) {
      return members;
    }

    @Override
    public String name(String executor) {
      return executor;
    }

    @Override
    public Texts texts(String executor) {
      return Texts.ENGLISH;
    }

    @Override
    public Texts texts() {
      return Texts.ENGLISH;
    }
  }

  private final class Noted implements ChatListener {

    @Override
    public void peopleChanged() {
      after.add("people");
    }

    @Override
    public void heardWhoHasIt(Identity identity) {
      after.add(identity.executor() + " heard who has " + identity.ref());
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
