package org.messgateway.adapter.slack;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.slack.SlackEvent.Scene;
import org.messgateway.api.Deed;
import org.messgateway.api.Ear;
import org.messgateway.api.EarException;
import org.messgateway.api.Heard;
import org.messgateway.api.Said;
import org.messgateway.api.Secret;
import org.messgateway.api.SentFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Works one event through: opens the form, or reports what was done and shows what came of it. */
final class SlackWork {

  private static final Logger LOG = LoggerFactory.getLogger(SlackWork.class);

  /** What was kept is tried this often before it waits for the next start. */
  private static final int TRIES = 8;

  private static final Duration FIRST_WAIT = Duration.ofMillis(500);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final Ear ear;
  private final SlackVoice voice;
  private final SlackWire wire;
  private final Secret token;

  SlackWork(Ear ear, SlackVoice voice, SlackWire wire, Secret token) {
    this.ear = ear;
    this.voice = voice;
    this.wire = wire;
    this.token = token;
  }

  /** Until it is done, or cannot be: then it stays kept. */
  void through(String id, SlackEvent event) {
    try {
      if (event instanceof SlackEvent.Pressed pressed && SlackForms.asks(pressed.action())) {
        ask(pressed);
      } else {
        Heard heard = heard(said(event));
        voice.tell(event.scene(), heard.sentence());
      }
      ear.done(id);
    } catch (EarException e) {
      LOG.error("What somebody did in Slack waits for the next start: {}", e.getMessage());
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("What somebody did in Slack waits for the next start: {}", e.toString());
    }
  }

  /** A stranger gets no form that leads nowhere. */
  private void ask(SlackEvent.Pressed pressed) throws EarException {
    Optional<Heard> refusal = ear.refusal(said(pressed));
    if (refusal.isPresent()) {
      voice.tell(pressed.scene(), refusal.get().sentence());
    } else {
      voice.ask(pressed);
    }
  }

  private Heard heard(Said said) throws EarException, InterruptedException {
    Duration wait = FIRST_WAIT;
    for (int tried = 1; tried < TRIES; tried++) {
      try {
        return ear.hear(said);
      } catch (EarException notNow) {
        Thread.sleep(wait);
        wait =
            wait.multipliedBy(2).compareTo(LONGEST_WAIT) < 0 ? wait.multipliedBy(2) : LONGEST_WAIT;
      }
    }
    return ear.hear(said);
  }

  private Said said(SlackEvent event) {
    return switch (event) {
      case SlackEvent.Pressed pressed ->
          said(
              pressed, pressed.delivery(), new Deed.Pressed(pressed.action(), Map.of(), List.of()));
      case SlackEvent.Submitted form ->
          said(
              form,
              form.delivery(),
              new Deed.Pressed(form.action(), form.fields(), files(form.files())));
      case SlackEvent.Wrote wrote -> said(wrote, null, deed(wrote));
    };
  }

  private static Said said(SlackEvent event, @Nullable String delivery, Deed deed) {
    Scene scene = event.scene();
    return new Said(
        event.id(), scene.user(), scene.name(), scene.channel(), delivery, scene.receipt(), deed);
  }

  /** Alone with us, outside of any thread, a few words are meant for the gateway. */
  private Deed deed(SlackEvent.Wrote wrote) {
    Deed words = new Deed.Wrote(wrote.text(), files(wrote.files()), null);
    boolean talk = wrote.scene().direct() && wrote.scene().message().isEmpty();
    return talk && wrote.files().isEmpty() ? command(wrote.text(), words) : words;
  }

  private static Deed command(String text, Deed otherwise) {
    String[] words = text.strip().split("\\s+", 2);
    String rest = words.length == 2 ? words[1] : "";
    return switch (words[0].toLowerCase(Locale.ROOT)) {
      case "pause" -> new Deed.Paused(rest);
      case "resume" -> rest.isEmpty() ? new Deed.Resumed() : otherwise;
      case "list" -> rest.isEmpty() ? new Deed.Listed() : otherwise;
      case "help" -> rest.isEmpty() ? new Deed.Greeted() : otherwise;
      default -> otherwise;
    };
  }

  private List<SentFile> files(List<SlackUpload> uploads) {
    return uploads.stream().<SentFile>map(file -> new SlackFile(file, wire, token)).toList();
  }
}
