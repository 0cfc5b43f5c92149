package org.messgateway.gateway.queue.jdbc;

import java.time.InstantSource;
import org.messgateway.gateway.journal.AnswerJournal;
import org.messgateway.gateway.journal.AskedTasks;
import org.messgateway.gateway.journal.Claims;
import org.messgateway.gateway.journal.Journal;
import org.messgateway.gateway.journal.KeptEvents;
import org.messgateway.gateway.journal.KeptReplies;
import org.messgateway.gateway.journal.ReplyCodes;

/** The journal, in the tables beside the queue's and with its commits. */
final class JdbcJournal implements Journal {

  private final AnswerJournal answers;
  private final Claims claims;
  private final KeptEvents events;
  private final ReplyCodes replyCodes;
  private final KeptReplies replies;
  private final AskedTasks asked;

  /**
   * @param node what this process is called among those that share the store
   */
  JdbcJournal(JdbcDeliveryQueue store, InstantSource clock, String node) {
    this.answers = new JdbcAnswers(store, clock);
    this.claims = new JdbcClaims(store, clock);
    this.events = new JdbcEvents(store, clock, node);
    this.replyCodes = new JdbcReplyCodes(store, clock);
    this.replies = new JdbcReplies(store, clock);
    this.asked = new JdbcAskedTasks(store);
  }

  @Override
  public AnswerJournal answers() {
    return answers;
  }

  @Override
  public Claims claims() {
    return claims;
  }

  @Override
  public KeptEvents events() {
    return events;
  }

  @Override
  public ReplyCodes replyCodes() {
    return replyCodes;
  }

  @Override
  public KeptReplies replies() {
    return replies;
  }

  @Override
  public AskedTasks asked() {
    return asked;
  }
}
