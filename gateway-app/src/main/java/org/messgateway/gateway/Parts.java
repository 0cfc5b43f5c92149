package org.messgateway.gateway;

import java.nio.file.Path;
import java.time.InstantSource;
import org.messgateway.gateway.exchange.ChangedThreads;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.journal.Journal;
import org.messgateway.gateway.people.PeopleFile;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.respond.LinkKey;

/**
 * What the sides of a gateway are made of for one exchange, opened once and owned by {@link
 * Gateway}.
 *
 * @param home the home directory
 * @param folder {@code .gateway/}
 * @param number of the exchange among those that are configured, 0 for the first
 * @param exchangeId id of the exchange
 * @param exchange where threads are read
 * @param writer who writes into them
 * @param changed to have a thread looked at
 */
record Parts(
    Path home,
    Path folder,
    int number,
    String exchangeId,
    LiveConfiguration configuration,
    Exchange exchange,
    ThreadWriter writer,
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
