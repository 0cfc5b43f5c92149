package org.messgateway.gateway.cli.robot;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.messgateway.api.Adapter;
import org.messgateway.api.Address;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.ServiceReply;
import org.messgateway.gateway.answer.MessBody;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.home.Backoff;

/**
 * Follows an inbox and forwards each item, in order. While the program does not listen, the item
 * waits. A failed item is printed and skipped, as an author of the program wants it. One thread
 * runs it; an interrupt ends it.
 */
final class InboxForwarder {

  private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));

  private final InboxClient inbox;
  private final Adapter webhook;
  private final Address forward;
  private final Pause pause;
  private final Consumer<String> lines;
  private String after = "";

  /** Waits; tests do not. */
  @FunctionalInterface
  interface Pause {

    void pause(Duration duration) throws InterruptedException;
  }

  /**
   * @param webhook adapter that signs and sends; the caller closes it
   * @param forward where to
   * @param lines receives the lines to print
   */
  InboxForwarder(
      InboxClient inbox, Adapter webhook, Address forward, Pause pause, Consumer<String> lines) {
    this.inbox = inbox;
    this.webhook = webhook;
    this.forward = forward;
    this.pause = pause;
    this.lines = lines;
  }

  /**
   * Listens until it is interrupted.
   *
   * @throws ListenException when the gateway says no
   */
  void listen() throws InterruptedException, ListenException {
    while (true) {
      for (InboxItem item : items()) {
        forward(item);
        after = item.after();
      }
    }
  }

  private List<InboxItem> items() throws InterruptedException, ListenException {
    int failures = 0;
    while (true) {
      try {
        List<InboxItem> items = inbox.after(after);
        if (failures > 0) {
          lines.accept("The gateway answers again.");
        }
        return items;
      } catch (IOException e) {
        if (failures == 0) {
          lines.accept(
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
    switch (delivered(item)) {
      case Outcome.Delivered delivered -> {
        ServiceReply reply = delivered.reply();
        printItem(item, reply == null ? "taken" : answered(item, reply));
      }
      case Outcome.Deferred deferred -> printItem(item, "failed: " + deferred.sentence());
      case Outcome.Rejected rejected -> printItem(item, "refused: " + rejected.sentence());
    }
  }

  /** Waits for a program that is just being started again. */
  private Outcome delivered(InboxItem item) throws InterruptedException {
    int failures = 0;
    while (true) {
      Outcome outcome = webhook.deliver(item.notification(forward));
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (!(outcome instanceof Outcome.Deferred deferred)
          || deferred.reach() != Reach.BEFORE_SENDING) {
        return outcome;
      }
      if (failures == 0) {
        printItem(item, "waits: " + deferred.sentence());
      }
      pause.pause(PAUSES.after(++failures));
    }
  }

  private String answered(InboxItem item, ServiceReply reply) throws InterruptedException {
    try {
      return MessBody.answer(reply).isEmpty() ? "taken" : "taken; " + postAnswer(item, reply);
    } catch (ThreadFormatException e) {
      return "taken; its answer is no MESS message: " + e.getMessage();
    }
  }

  private String postAnswer(InboxItem item, ServiceReply reply) throws InterruptedException {
    int failures = 0;
    while (true) {
      try {
        return inbox.say(item, reply);
      } catch (IOException e) {
        if (failures == 0) {
          printItem(item, "taken; its answer waits: the gateway does not answer (" + why(e) + ")");
        }
        pause.pause(PAUSES.after(++failures));
      }
    }
  }

  private void printItem(InboxItem item, String what) {
    lines.accept(item.kind().code() + " " + item.ref() + " \"" + item.intent() + "\": " + what);
  }

  private static String why(IOException e) {
    return e instanceof ConnectException || e.getMessage() == null
        ? e.getClass().getSimpleName().replace("ConnectException", "nobody listens there")
        : e.getMessage();
  }
}
