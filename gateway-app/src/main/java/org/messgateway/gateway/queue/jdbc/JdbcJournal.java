package org.messgateway.gateway.queue.jdbc;

import org.messgateway.gateway.journal.AnswerJournal;
import org.messgateway.gateway.journal.Claims;
import org.messgateway.gateway.journal.Journal;
import org.messgateway.gateway.journal.KeptEvents;
import org.messgateway.gateway.journal.ReplyCodes;

/** The journal, in the tables beside the queue's and with its commits. */
final class JdbcJournal implements Journal {

  @Override
  public AnswerJournal answers() {
    throw new UnsupportedOperationException("the way back is being built");
  }

  @Override
  public Claims claims() {
    throw new UnsupportedOperationException("the way back is being built");
  }

  @Override
  public KeptEvents events() {
    throw new UnsupportedOperationException("the way back is being built");
  }

  @Override
  public ReplyCodes replyCodes() {
    throw new UnsupportedOperationException("the way back is being built");
  }
}
