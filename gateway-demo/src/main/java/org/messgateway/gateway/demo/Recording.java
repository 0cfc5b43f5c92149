package org.messgateway.gateway.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Plays the story of the fridge with nobody there, and draws what really happened. */
final class Recording {

  private static final String INTENT = "what's in the fridge?";
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofMillis(50);

  private final DemoEnvironment environment;
  private final DemoAgent agent;
  private final Arrivals arrivals;
  private final ThreadFileViewer files;
  private final Timeline timeline;

  Recording(
      DemoEnvironment environment,
      DemoAgent agent,
      Arrivals arrivals,
      ThreadFileViewer files,
      Timeline timeline) {
    this.environment = environment;
    this.agent = agent;
    this.arrivals = arrivals;
    this.files = files;
    this.timeline = timeline;
  }

  /** Writes the picture. */
  void to(Path picture) throws IOException, InterruptedException {
    String ref =
        agent.ask(INTENT, "check-visual", "Planning dinner for 4.", List.of("text", "image"));
    timeline.written(ref, Instant.now());
    Arrival asked = asked();
    // A person is not as fast as the row that says where the message stands.
    until(ref, thread -> delivered(thread) > 1);
    environment
        .telegram()
        .touch(PhoneAction.send(asked.id(), "2 onions, milk, half a cabbage", "fridge"));
    ThreadFileViewer.Seen thread = until(ref, one -> one.status().equals("completed"));
    String drawn = new StoryPicture(asked, thread, timeline.events(thread)).svg();
    Files.writeString(picture, drawn, UTF_8);
  }

  /** Ana's message. */
  private Arrival asked() throws IOException, InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(end)) {
      Optional<Arrival> arrival =
          arrivals.next(LOOK).filter(one -> one.channel().equals(TelegramPhone.SCREEN));
      if (arrival.isPresent()) {
        return arrival.get();
      }
    }
    throw new IOException("Ana was not asked within " + PATIENCE.toSeconds() + " s");
  }

  private long delivered(ThreadFileViewer.Seen thread) {
    return timeline.events(thread).stream().filter(one -> one.what().equals("delivered")).count();
  }

  /** The file of a task as soon as it is so. */
  private ThreadFileViewer.Seen until(String ref, Predicate<ThreadFileViewer.Seen> wanted)
      throws IOException, InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(end)) {
      Optional<ThreadFileViewer.Seen> thread =
          files.look().stream().filter(one -> one.ref().equals(ref)).filter(wanted).findFirst();
      if (thread.isPresent()) {
        return thread.get();
      }
      Thread.sleep(LOOK);
    }
    throw new IOException("the story did not go on within " + PATIENCE.toSeconds() + " s");
  }
}
