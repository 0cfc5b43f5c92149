package org.messgateway.gateway.inbound;

import java.time.InstantSource;
import org.messgateway.gateway.answer.Answers;
import org.messgateway.gateway.journal.Journal;
import org.messgateway.gateway.people.PeopleFile;
import org.messgateway.gateway.queue.DeliveryQueue;

/** What hearing needs of the rest of the gateway. */
public record Ports(
    Roster roster,
    Tasks tasks,
    Answers answers,
    DeliveryQueue queue,
    Journal journal,
    PeopleFile people,
    Spool spool,
    Aftermath aftermath,
    InstantSource clock) {}
