package org.messgateway.gateway.answer.chat;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundReply;
import org.messgateway.gateway.answer.chat.EventDeduplicator.EventState;

/** Commands that are about no task: pause, resume, list, help. */
final class ChatCommands {

  private static final int MOST_LINES = 10;

  private final SenderResolver senders;
  private final OpenTaskLookup open;
  private final UnknownSenders unknownSenders;
  private final EventDeduplicator eventDeduplicator;
  private final ChatContext context;

  ChatCommands(
      SenderResolver senders,
      OpenTaskLookup open,
      UnknownSenders unknownSenders,
      EventDeduplicator eventDeduplicator,
      ChatContext context) {
    this.senders = senders;
    this.open = open;
    this.unknownSenders = unknownSenders;
    this.eventDeduplicator = eventDeduplicator;
    this.context = context;
  }

  private static ReplyTexts texts(ChannelMember member) {
    return new ReplyTexts(true, member.texts());
  }

  InboundReply greeted(InboundEvent event) {
    return senders
        .of(event, null)
        .map(member ->
            InboundReply.accepted(
                texts(member).greeting(member.name(), context.memberSource().title())))
        .orElseGet(() -> unknownSenders.met(event));
  }

  /** Heard once only: a pause counts from when it was asked for. */
  InboundReply paused(InboundEvent event, String rest) {
    List<ChannelMember> members = senders.candidates(event);
    if (members.isEmpty()) {
      return unknownSenders.met(event);
    }
    if (eventDeduplicator.begin(event.id(), "") instanceof EventState.Finished) {
      return InboundReply.accepted(texts(members.getFirst()).again());
    }
    InboundReply reply = pause(event, rest);
    eventDeduplicator.end(event.id());
    return reply;
  }

  /** A pause holds for all executors that share the phone. */
  InboundReply pause(InboundEvent event, String rest) {
    List<ChannelMember> members = senders.candidates(event);
    Instant now = context.clock().instant();
    ChannelMember first = members.getFirst();
    Optional<Instant> until = PauseTime.of(rest, now, first.zone());
    if (until.isEmpty()) {
      return InboundReply.refused(texts(first).whenQuiet());
    }
    members.forEach(member -> context.people().pause(member.executor(), until.get(), now));
    context.chatListener().peopleChanged();
    return InboundReply.accepted(texts(first).quietUntil(until.get(), now, first.zone()));
  }

  InboundReply resumed(InboundEvent event) {
    List<ChannelMember> members = senders.candidates(event);
    if (members.isEmpty()) {
      return unknownSenders.met(event);
    }
    boolean was = false;
    for (ChannelMember member : members) {
      was |= context.people().unpause(member.executor());
    }
    if (was) {
      context.chatListener().peopleChanged();
    }
    return InboundReply.accepted(texts(members.getFirst()).resumed(was));
  }

  InboundReply listed(InboundEvent event) {
    return senders
        .of(event, null)
        .map(member -> InboundReply.accepted(texts(member).open(lines(event, member))))
        .orElseGet(() -> unknownSenders.met(event));
  }

  private List<String> lines(InboundEvent event, ChannelMember member) {
    List<OpenTask> here = open.at(event, member);
    List<OpenTask> shown = here.size() > 1 ? open.lettered(here) : here;
    return shown.stream()
        .limit(MOST_LINES)
        .map(each ->
            texts(member)
                .line(
                    each,
                    member.executor(),
                    context.chatTaskSource().page(each.delivery()).map(URI::toString).orElse(null)))
        .toList();
  }
}
