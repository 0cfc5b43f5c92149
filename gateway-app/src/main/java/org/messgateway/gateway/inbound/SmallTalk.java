package org.messgateway.gateway.inbound;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.Heard;
import org.messgateway.api.Said;
import org.messgateway.gateway.inbound.Once.Before;

/** What people say that is about no task: pauses, lists, greetings. */
final class SmallTalk {

  private static final int MOST_LINES = 10;

  private final Who who;
  private final OpenHere open;
  private final Strangers strangers;
  private final Once once;
  private final Ports ports;
  private final Sayings sayings = new Sayings(true);

  SmallTalk(Who who, OpenHere open, Strangers strangers, Once once, Ports ports) {
    this.who = who;
    this.open = open;
    this.strangers = strangers;
    this.once = once;
    this.ports = ports;
  }

  Heard greeted(Said said) {
    return who.of(said, null)
        .map(member -> Heard.taken(sayings.greeting(member.name(), ports.roster().title())))
        .orElseGet(() -> strangers.met(said));
  }

  /** Heard once only: a pause counts from when it was asked for. */
  Heard paused(Said said, String rest) {
    if (who.candidates(said).isEmpty()) {
      return strangers.met(said);
    }
    if (once.begin(said.id(), "") instanceof Before.Finished) {
      return Heard.taken(sayings.again());
    }
    Heard heard = pause(said, rest);
    once.end(said.id());
    return heard;
  }

  /** All who share the phone are left alone. */
  Heard pause(Said said, String rest) {
    List<Member> members = who.candidates(said);
    Instant now = ports.clock().instant();
    Member first = members.getFirst();
    Optional<Instant> until = PauseTime.of(rest, now, first.zone());
    if (until.isEmpty()) {
      return Heard.refused(sayings.whenQuiet());
    }
    members.forEach(member -> ports.people().pause(member.executor(), until.get(), now));
    ports.aftermath().peopleChanged();
    return Heard.taken(sayings.quietUntil(until.get(), now, first.zone()));
  }

  Heard resumed(Said said) {
    List<Member> members = who.candidates(said);
    if (members.isEmpty()) {
      return strangers.met(said);
    }
    boolean was = false;
    for (Member member : members) {
      was |= ports.people().unpause(member.executor());
    }
    if (was) {
      ports.aftermath().peopleChanged();
    }
    return Heard.taken(sayings.resumed(was));
  }

  Heard listed(Said said) {
    return who.of(said, null)
        .map(member -> Heard.taken(sayings.open(lines(said, member))))
        .orElseGet(() -> strangers.met(said));
  }

  private List<String> lines(Said said, Member member) {
    List<OpenTask> here = open.at(said, member);
    List<OpenTask> shown = here.size() > 1 ? open.lettered(here) : here;
    return shown.stream()
        .limit(MOST_LINES)
        .map(each ->
            sayings.line(
                each,
                member.executor(),
                ports.tasks().page(each.told()).map(URI::toString).orElse(null)))
        .toList();
  }
}
