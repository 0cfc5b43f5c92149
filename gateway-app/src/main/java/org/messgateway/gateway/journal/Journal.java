package org.messgateway.gateway.journal;

/** The parts of the journal; all durable when a method returns, all safe for many threads. */
public interface Journal {

  AnswerJournal answers();

  Claims claims();

  KeptEvents events();

  ReplyCodes replyCodes();

  KeptReplies replies();

  AskedTasks asked();
}
