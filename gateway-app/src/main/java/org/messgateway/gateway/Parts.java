package org.messgateway.gateway;

import java.nio.file.Path;
import java.time.InstantSource;
import org.messgateway.gateway.exchange.ChangedThreads;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.journal.Journal;
import org.messgateway.gateway.people.PeopleFile;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.respond.LinkKey;

/**
 * What the sides of a gateway are made of, opened once and owned by {@link Gateway}.
 *
 * @param home the home directory
 * @param folder {@code .gateway/}
 * @param exchangeId id of the exchange
 * @param changed to have a thread looked at
 */
record Parts(
    Path home,
    Path folder,
    String exchangeId,
    LiveConfiguration configuration,
    Exchange exchange,
    DeliveryQueue queue,
    Journal journal,
    LoadedThreads threads,
    RoutingDesk desk,
    ChangedThreads changed,
    LiveChannels channels,
    PeopleFile people,
    LinkKey key,
    LinkMaker links,
    InstantSource clock) {}
