package org.messgateway.gateway.answer.chat;

import java.time.InstantSource;
import org.messgateway.gateway.answer.AnswerService;
import org.messgateway.gateway.config.people.PeopleFile;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.journal.Journal;

/** The collaborators of inbound events. */
public record ChatContext(
    MemberSource memberSource,
    ChatTaskSource chatTaskSource,
    AnswerService answerService,
    DeliveryQueue queue,
    Journal journal,
    PeopleFile people,
    ReceivedFiles receivedFiles,
    ChatListener chatListener,
    InstantSource clock) {}
