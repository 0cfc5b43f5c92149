package org.messgateway.gateway.exchange;

import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;

/**
 * A message and an edit of the envelope that are added to a thread in one step.
 *
 * @param message one document, without separators; null when only the envelope changes
 * @param change edit of the envelope
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over once, never compared.
public record ThreadAddition(byte @Nullable [] message, EnvelopeEdit change) {}
