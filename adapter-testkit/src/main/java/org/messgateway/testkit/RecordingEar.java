package org.messgateway.testkit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Ear;
import org.messgateway.api.EarException;
import org.messgateway.api.Heard;
import org.messgateway.api.Said;

/** An ear that remembers what it heard and answers as it was told to. */
public final class RecordingEar implements Ear {

  private final BlockingQueue<Said> heard = new LinkedBlockingQueue<>();
  private final Map<String, Heard> answered = new LinkedHashMap<>();
  private final Map<String, byte[]> kept = new LinkedHashMap<>();
  private final List<String> seen = new ArrayList<>();
  private volatile Function<Said, Heard> answer = said -> Heard.taken("Got it.");
  private volatile boolean callable = true;
  private volatile boolean mayAsk = true;
  private volatile boolean failing;

  /** What is answered from now on. */
  public void answers(Function<Said, Heard> next) {
    answer = next;
  }

  /** Whether calls reach us. */
  public void callable(boolean now) {
    callable = now;
  }

  /** Whether the service is asked for news by this process. */
  public void mayAsk(boolean now) {
    mayAsk = now;
  }

  /** From now on nothing can be taken, as with a full disk; or it can again. */
  public void fails(boolean now) {
    failing = now;
  }

  /** Puts in what an earlier process kept and did not finish. */
  public synchronized void keptBefore(String id, byte[] event) {
    seen.add(id);
    kept.put(id, event.clone());
  }

  /** The next thing heard; fails when nothing is heard within ten seconds. */
  public Said next() {
    try {
      @Nullable Said said = heard.poll(10, TimeUnit.SECONDS);
      if (said == null) {
        throw new AssertionError("nothing was heard within 10 s");
      }
      return said;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting to hear something", e);
    }
  }

  /** All that was heard and not asked for by {@link #next}. */
  public List<Said> rest() {
    return List.copyOf(heard);
  }

  @Override
  public synchronized Heard hear(Said said) throws EarException {
    if (failing) {
      throw new EarException("The disk is full.", new IllegalStateException("for a test"));
    }
    return answered.computeIfAbsent(
        said.id(),
        id -> {
          heard.add(said);
          return answer.apply(said);
        });
  }

  @Override
  public synchronized boolean keep(String id, byte[] event) throws EarException {
    if (failing) {
      throw new EarException("The disk is full.", new IllegalStateException("for a test"));
    }
    if (seen.contains(id)) {
      return false;
    }
    seen.add(id);
    kept.put(id, event.clone());
    return true;
  }

  @Override
  public synchronized void done(String id) {
    kept.remove(id);
  }

  @Override
  public synchronized List<Kept> kept() {
    return kept.entrySet().stream().map(one -> new Kept(one.getKey(), one.getValue())).toList();
  }

  @Override
  public boolean callable() {
    return callable;
  }

  @Override
  public boolean mayAsk() {
    return mayAsk;
  }
}
