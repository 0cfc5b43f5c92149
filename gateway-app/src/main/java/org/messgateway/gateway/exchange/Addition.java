package org.messgateway.gateway.exchange;

import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;

/**
 * What is to be added to a thread in one step.
 *
 * @param message one document, without separators; null when only the envelope changes
 * @param change of the envelope that goes with it
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over once, never compared.
public record Addition(byte @Nullable [] message, EnvelopeEdit change) {}
