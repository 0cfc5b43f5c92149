package org.messgateway.gateway.answer;

import java.time.InstantSource;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.ExchangeListener;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.journal.Journal;

/**
 * What the thread side of the way back is made of.
 *
 * @param exchange id of it
 * @param listener is told of every thread that was written into
 * @param able who could still take a thread
 * @param round how often a thread was set free before
 * @param names from an executor to what people call it
 */
public record AnswerPorts(
    String exchange,
    ThreadWriter writer,
    Journal journal,
    ExchangeListener listener,
    AbleExecutors able,
    ToIntFunction<MessThread> round,
    UnaryOperator<String> names,
    InstantSource clock) {}
