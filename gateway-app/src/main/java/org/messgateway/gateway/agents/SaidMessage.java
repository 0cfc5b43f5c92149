package org.messgateway.gateway.agents;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.agents.AgentTask.Person;

/**
 * A message of a task. What it says are the words of its writer, never those of the gateway, except
 * where {@link #speaker} is the exchange.
 *
 * @param number from 1
 * @param from who wrote it; null where the thread does not say
 * @param at when it came; null where the thread does not say
 */
public record SaidMessage(
    int number,
    @Nullable Person from,
    Speaker speaker,
    @Nullable Instant at,
    List<SaidEntry> entries) {

  public SaidMessage {
    entries = List.copyOf(entries);
  }

  /** Whose words these are, as the exchange noted it. */
  public enum Speaker {
    /** The agent itself. */
    AGENT,
    /** The exchange. */
    EXCHANGE,
    /** An executor, or anybody else. */
    OTHER
  }

  /**
   * An entry.
   *
   * @param kind as written: {@code request}, {@code status}, {@code response}, {@code reply} …
   * @param code of a status, type of a suggestion; empty for none. Of others' making, one line
   * @param partial whether a response says that more will follow
   * @param texts one for each thing that it says, as the writer wrote it
   * @param files {@link TaskAttachment#name} of those that it brings
   */
  public record SaidEntry(
      String kind, String code, boolean partial, List<String> texts, List<String> files) {

    public SaidEntry {
      texts = List.copyOf(texts);
      files = List.copyOf(files);
    }
  }
}
