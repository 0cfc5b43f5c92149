/**
 * Threads on disk: watching, reading, appending, rewriting envelopes, moving. Knows no queue, no
 * routing, no adapter.
 */
@NullMarked
package org.messgateway.gateway.exchange;

import org.jspecify.annotations.NullMarked;
