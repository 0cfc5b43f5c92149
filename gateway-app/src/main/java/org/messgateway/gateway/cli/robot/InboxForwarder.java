package org.messgateway.gateway.cli.robot;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.ServiceReply;
import org.messgateway.gateway.answer.MessBody;
import org.messgateway.gateway.cli.robot.ProgramClient.PostResult;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.home.Backoff;

/**
 * Follows an inbox and forwards each item, in order. An item that the program does not take is sent
 * again until it is taken: none is passed over. One thread listens, an interrupt ends it; {@link
 * #again} may be called by any other.
 */
public final class InboxForwarder {

  private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));
  private static final int LONGEST_INTENT = 48;
  private static final int LONGEST_ANSWER = 160;

  private final InboxClient inbox;
  private final ProgramClient program;
  private final Pause pause;
  private final Output output;
  private String after;
  private volatile @Nullable InboxItem last;
  private volatile boolean lastTaken;

  /** Waits; tests do not. */
  @FunctionalInterface
  public interface Pause {

    void pause(Duration duration) throws InterruptedException;
  }

  /**
   * What is printed.
   *
   * @param lines receives the lines
   * @param bodies whether the bodies of requests and answers are among them
   */
  public record Output(Consumer<String> lines, boolean bodies) {}

  /**
   * @param program the caller closes it
   * @param after what was told before is left out; empty for all that concerns open tasks
   */
  public InboxForwarder(
      InboxClient inbox, ProgramClient program, String after, Pause pause, Output output) {
    this.inbox = inbox;
    this.program = program;
    this.after = after;
    this.pause = pause;
    this.output = output;
  }

  /**
   * Listens until it is interrupted.
   *
   * @throws ListenException when the gateway says no
   */
  public void listen() throws InterruptedException, ListenException {
    while (true) {
      for (InboxItem item : items()) {
        forward(item);
        after = item.after();
      }
    }
  }

  /** Sends the last item once more. */
  public void again() throws InterruptedException {
    InboxItem item = last;
    if (item == null) {
      output.lines().accept("Nothing has come yet.");
    } else {
      tell(item, "");
    }
  }

  /**
   * Sends the newest item that the inbox has, once.
   *
   * @return whether it was taken
   */
  public boolean resend() throws IOException, InterruptedException, ListenException {
    List<InboxItem> page = inbox.after(after, Duration.ZERO);
    while (!page.isEmpty()) {
      last = page.getLast();
      page = inbox.after(page.getLast().after(), Duration.ZERO);
    }
    lastTaken = false;
    again();
    return lastTaken;
  }

  private List<InboxItem> items() throws InterruptedException, ListenException {
    int failures = 0;
    while (true) {
      try {
        List<InboxItem> items = inbox.after(after, InboxClient.WAIT);
        if (failures > 0) {
          output.lines().accept("The gateway answers again.");
        }
        return items;
      } catch (IOException e) {
        if (failures == 0) {
          output
              .lines()
              .accept(
                  "The gateway at "
                      + inbox.gateway()
                      + " does not answer ("
                      + why(e)
                      + "); trying on.");
        }
        pause.pause(PAUSES.after(++failures));
      }
    }
  }

  private void forward(InboxItem item) throws InterruptedException {
    last = item;
    lastTaken = false;
    int failures = 0;
    String before = "";
    while (!lastTaken) {
      Duration wait = PAUSES.after(++failures);
      String next = "; sent again in " + wait.toSeconds() + " s, until it is taken";
      before = tell(item, next, before);
      if (!lastTaken) {
        pause.pause(wait);
      }
    }
  }

  private void tell(InboxItem item, String next) throws InterruptedException {
    tell(item, next, "");
  }

  /**
   * Sends an item once.
   *
   * @param next what happens where it is not taken
   * @param before why the attempt before failed: that a program does not run is said once
   * @return why it failed; empty when it was taken
   */
  private String tell(InboxItem item, String next, String before) throws InterruptedException {
    PostResult done;
    try {
      done = program.post(item);
    } catch (IOException e) {
      String why = program.url() + ": " + why(e);
      if (!why.equals(before)) {
        print("✗ ", item, why + next);
      }
      return why;
    }
    String timing = done.status() + " in " + done.millis() + " ms";
    if (!done.taken()) {
      print("✗ ", item, timing + shown(done.answer()) + next);
      bodies(done);
      return timing;
    }
    print("→ ", item, timing + answered(item, done));
    bodies(done);
    InboxItem newest = last;
    lastTaken = lastTaken || (newest != null && newest.id().equals(item.id()));
    return "";
  }

  /** What it answered, and what became of that. */
  private String answered(InboxItem item, PostResult done) throws InterruptedException {
    try {
      List<Map<String, @Nullable Object>> mess = MessBody.answer(done.reply());
      return mess.isEmpty()
          ? shown(done.answer())
          : "  (" + inWords(mess) + ")  " + postAnswer(item, done.reply());
    } catch (ThreadFormatException e) {
      return "  its answer is no MESS message: " + e.getMessage();
    }
  }

  /** {@code claimed}; {@code completed, response}. */
  private static String inWords(List<Map<String, @Nullable Object>> mess) {
    return mess.stream()
        .map(entry ->
            entry.get("status") instanceof Map<?, ?> status && status.get("code") != null
                ? String.valueOf(status.get("code"))
                : String.join(" ", entry.keySet()))
        .collect(Collectors.joining(", "));
  }

  private String postAnswer(InboxItem item, ServiceReply reply) throws InterruptedException {
    int failures = 0;
    while (true) {
      try {
        return inbox.say(item, reply);
      } catch (IOException e) {
        if (failures == 0) {
          print("… ", item, "its answer waits: the gateway does not answer (" + why(e) + ")");
        }
        pause.pause(PAUSES.after(++failures));
      }
    }
  }

  private void print(String mark, InboxItem item, String what) {
    String intent = cut(item.intent(), LONGEST_INTENT);
    output
        .lines()
        .accept(mark + item.kind().code() + " " + item.ref() + " \"" + intent + "\"  " + what);
  }

  private void bodies(PostResult done) {
    if (output.bodies()) {
      done.body().lines().forEach(line -> output.lines().accept("    " + line));
      done.answer().lines().forEach(line -> output.lines().accept("  < " + line));
    }
  }

  private static String shown(String answer) {
    String line = answer.strip().replaceAll("\\s+", " ");
    return line.isEmpty() ? "" : "  " + cut(line, LONGEST_ANSWER);
  }

  private static String cut(String text, int longest) {
    return text.length() <= longest ? text : text.substring(0, longest) + "…";
  }

  private static String why(IOException e) {
    return e instanceof ConnectException || e.getMessage() == null
        ? e.getClass().getSimpleName().replace("ConnectException", "nobody listens there")
        : e.getMessage();
  }
}
