package org.messgateway.adapter.telegram;

import java.util.List;
import java.util.Optional;
import org.messgateway.api.Ear;
import org.messgateway.api.EarException;
import org.messgateway.api.Heard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Works through what was kept: understands it, has it heard, shows what is said to it. */
final class Worker {

  private static final Logger log = LoggerFactory.getLogger(Worker.class);

  private static final Heard NOT_ASKED =
      Heard.refused("I could not ask you what I need to know. Please press the button again.");

  private final Ear ear;
  private final Reader reader;
  private final Voice voice;
  private final Life life;
  private final Pace pace;

  Worker(Ear ear, Reader reader, Voice voice, Life life, Pace pace) {
    this.ear = ear;
    this.reader = reader;
    this.voice = voice;
    this.life = life;
    this.pace = pace;
  }

  /**
   * Works through one update or an album, again and again while it cannot be taken. Whatever is cut
   * off by the end is still kept and comes again at the next start.
   */
  void work(List<Event> parts) {
    String id = Event.id(parts);
    for (int failures = 0; !life.ended(); failures++) {
      try {
        act(meaning(id, parts));
        if (!life.ended()) {
          parts.forEach(part -> ear.done(part.id()));
        }
        return;
      } catch (EarException e) {
        if (failures == 0) {
          log.warn(
              "What a person did on Telegram ({}) cannot be taken now: {}", id, e.getMessage());
        }
        life.pause(pace.pause(failures + 1));
      } catch (RuntimeException e) {
        log.error(
            "What a person did on Telegram ({}) could not be taken ({}); it is kept and tried again"
                + " at the next start.",
            id,
            e.getClass().getName());
        return;
      }
    }
  }

  /** An update that we fail to understand would fail for ever. */
  private Meaning meaning(String id, List<Event> parts) {
    try {
      return reader.read(id, parts.stream().map(Event::update).toList());
    } catch (RuntimeException e) {
      log.error("An update of Telegram's is not understood ({}): {}", id, e.getClass().getName());
      return new Meaning.Nothing();
    }
  }

  private void act(Meaning meaning) throws EarException {
    switch (meaning) {
      case Meaning.Report report -> voice.say(report.spot(), ear.hear(report.said()));
      case Meaning.Question question -> ask(question);
      case Meaning.Remark remark -> voice.say(remark.spot(), Heard.refused(remark.sentence()));
      case Meaning.Nothing _ -> {}
    }
  }

  /** A stranger is not asked: the group would read a question that leads nowhere. */
  private void ask(Meaning.Question question) throws EarException {
    Optional<Heard> refusal = ear.refusal(question.said());
    Heard heard =
        refusal.isPresent() ? refusal.get() : voice.ask(question) ? Heard.SILENTLY : NOT_ASKED;
    voice.say(question.spot(), heard);
  }
}
