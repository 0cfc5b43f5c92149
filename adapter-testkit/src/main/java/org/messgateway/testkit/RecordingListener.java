package org.messgateway.testkit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundListener;
import org.messgateway.api.InboundReply;

/** A listener that records events and returns replies that a test sets. Thread-safe. */
public final class RecordingListener implements InboundListener {

  private final BlockingQueue<InboundEvent> heard = new LinkedBlockingQueue<>();
  private final Map<String, InboundReply> answered = new LinkedHashMap<>();
  private final Map<String, byte[]> kept = new LinkedHashMap<>();
  private final List<String> seen = new ArrayList<>();
  private volatile Function<InboundEvent, InboundReply> answer =
      event -> InboundReply.accepted("Got it.");
  private volatile boolean callable = true;
  private volatile BooleanSupplier mayAsk = () -> true;
  private volatile boolean failing;
  private volatile Predicate<InboundEvent> refused = event -> false;

  /** Sets the reply to later events. */
  public void replyWith(Function<InboundEvent, InboundReply> next) {
    answer = next;
  }

  /** Sets whether callbacks reach the gateway. */
  public void callbacksReachable(boolean now) {
    callable = now;
  }

  /** Sets whether this gateway polls the service. */
  public void mayPoll(boolean now) {
    mayAsk = () -> now;
  }

  /** Sets what says, each time, whether this gateway polls the service. */
  public void mayPoll(BooleanSupplier asked) {
    mayAsk = asked;
  }

  /** Sets whether later events are refused with {@code InboundException}, as with a full disk. */
  public void failing(boolean now) {
    failing = now;
  }

  /** Sets which events are refused with {@code InboundException} when they are reported. */
  public void refusing(Predicate<InboundEvent> which) {
    refused = which;
  }

  /** Adds an event that an earlier process stored and did not complete. */
  public synchronized void storedBefore(String id, byte[] event) {
    seen.add(id);
    kept.put(id, event.clone());
  }

  /** The next reported event; fails when none is reported within 10 s. */
  public InboundEvent next() {
    try {
      @Nullable InboundEvent event = heard.poll(10, TimeUnit.SECONDS);
      if (event == null) {
        throw new AssertionError("nothing was heard within 10 s");
      }
      return event;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting to hear something", e);
    }
  }

  /** All reported events that {@link #next} has not returned. */
  public List<InboundEvent> remaining() {
    return List.copyOf(heard);
  }

  @Override
  public synchronized InboundReply report(InboundEvent event) throws InboundException {
    if (refused.test(event)) {
      throw new InboundException("The task cannot be read.");
    }
    if (failing) {
      throw new InboundException("The disk is full.", new IllegalStateException("for a test"));
    }
    return answered.computeIfAbsent(
        event.id(),
        id -> {
          heard.add(event);
          return answer.apply(event);
        });
  }

  @Override
  public synchronized boolean store(String id, byte[] event) throws InboundException {
    if (failing) {
      throw new InboundException("The disk is full.", new IllegalStateException("for a test"));
    }
    if (seen.contains(id)) {
      return false;
    }
    seen.add(id);
    kept.put(id, event.clone());
    return true;
  }

  @Override
  public synchronized void complete(String id) {
    kept.remove(id);
  }

  @Override
  public synchronized List<StoredEvent> unfinished() {
    return kept.entrySet().stream()
        .map(one -> new StoredEvent(one.getKey(), one.getValue()))
        .toList();
  }

  @Override
  public boolean callbacksReachable() {
    return callable;
  }

  @Override
  public boolean mayPoll() {
    return mayAsk.getAsBoolean();
  }
}
