package org.messgateway.gateway.inbound;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Deed.Place;
import org.messgateway.api.EarException;
import org.messgateway.api.Heard;
import org.messgateway.api.Said;
import org.messgateway.api.SentFile;
import org.messgateway.gateway.answer.Answer;
import org.messgateway.gateway.answer.Verdict;
import org.messgateway.gateway.inbound.Spool.Received;
import org.messgateway.gateway.inbound.Spool.TooLargeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out what somebody does about a task, and says what became of it. */
final class Acting {

  private static final Logger log = LoggerFactory.getLogger(Acting.class);

  private final String channel;
  private final Ports ports;

  Acting(String channel, Ports ports) {
    this.channel = channel;
    this.ports = ports;
  }

  /** What came with it. */
  record Luggage(List<SentFile> files, @Nullable Place place) {

    static final Luggage NONE = new Luggage(List.of(), null);

    boolean isEmpty() {
      return files.isEmpty() && place == null;
    }
  }

  /**
   * @throws EarException when it could not be written now: it has to come again
   */
  Heard act(Said said, Member who, OpenTask about, Move move, Luggage luggage, Sayings sayings)
      throws EarException {
    if (move instanceof Move.Nothing nothing) {
      return Heard.refused(nothing.sentence());
    }
    try (Received received = ports.spool().fetch(luggage.files())) {
      boolean taking = about.task().isFree();
      Answer answer =
          new Answer(
              about.told().identity().exchange(),
              about.task().ref(),
              who.executor(),
              channel,
              channel + ":" + said.id(),
              MessEntries.of(move, taking, received.files(), luggage.place()),
              received.files());
      return heard(ports.answers().say(answer), about, move, sayings);
    } catch (TooLargeException e) {
      String page = ports.tasks().page(about.told()).map(URI::toString).orElse(null);
      return Heard.refused(sayings.tooLarge(e.limit(), page));
    } catch (IOException e) {
      log.warn("A file that somebody sent on {} could not be fetched: {}", channel, e.toString());
      return Heard.refused(sayings.lost());
    }
  }

  private Heard heard(Verdict verdict, OpenTask about, Move move, Sayings sayings)
      throws EarException {
    Task task = about.task();
    return switch (verdict) {
      case Verdict.Taken _ -> Heard.taken(taken(move, task, sayings));
      case Verdict.HeldByOther other -> {
        ports.aftermath().heardWhoHasIt(about.told().identity());
        yield Heard.refused(sayings.has(other.holderName(), other.kept()));
      }
      case Verdict.Over over ->
          Heard.refused(sayings.over(over.status(), task.intent(), over.kept()));
      case Verdict.Refused refused -> {
        log.info("What somebody did on {} was refused: {}", channel, refused.sentence());
        yield Heard.refused(sayings.misfit(task));
      }
      case Verdict.Absent _ -> Heard.refused(sayings.absent());
      case Verdict.NotNow notNow -> throw notNow(notNow.sentence());
    };
  }

  private static EarException notNow(String sentence) {
    return new EarException(sentence, new IllegalStateException(sentence));
  }

  private static String taken(Move move, Task task, Sayings sayings) {
    return switch (move) {
      case Move.Claim _ -> sayings.yours();
      case Move.Decline _ -> sayings.passed();
      case Move.GiveBack _ -> sayings.givenBack();
      case Move.Progress _ -> sayings.stillYours();
      case Move.Ask _ -> sayings.asked(task.requestor());
      case Move.Complete _, Move.Confirm _ -> sayings.saved(task.requestor());
      case Move.Nothing nothing -> nothing.sentence();
    };
  }
}
