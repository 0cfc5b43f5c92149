package org.messgateway.gateway.queue.journal;

/** The parts of the journal; all durable when a method returns, all safe for many threads. */
public interface Journal {

  AnswerJournal answers();

  ClaimStore claims();

  EventInbox events();

  ReplyCodes replyCodes();

  ReplyInbox replies();

  LaterReplies laterReplies();

  RequestLog asked();
}
