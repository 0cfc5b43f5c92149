package org.messgateway.gateway.remote;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;

/**
 * What a gateway puts beside a message so that the thread can be told the same way by whoever reads
 * it: the server keeps only whose key it came with, and no history.
 *
 * @param id the same again when the same is sent again
 * @param from who said it; null when nothing was said and only the envelope changes
 * @param received when
 * @param channel how it came
 * @param edit what goes with it in the envelope
 */
record Said(
    String id,
    @Nullable String from,
    @Nullable Instant received,
    @Nullable String channel,
    EnvelopeEdit edit) {}
