package org.messgateway.gateway.exchange.remote;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;

/**
 * Origin of a message that a gateway sent to the server, so that any gateway can rebuild the thread
 * from it: the server keeps only the key of a message, and no history.
 *
 * @param id the same when the same message is sent again
 * @param from author; null when only the envelope changes
 * @param received time of the message
 * @param channel of the message
 * @param edit of the envelope that belongs to the message
 */
record MessageOrigin(
    String id,
    @Nullable String from,
    @Nullable Instant received,
    @Nullable String channel,
    EnvelopeEdit edit) {}
