/**
 * End-to-end runs of the gateway beside the raw limit of its HTTP client and a peer. Every party
 * (sink, gateway, raw client, peer) is a process of its own; this one only drives them.
 */
@NullMarked
package org.messgateway.benchmarks;

import org.jspecify.annotations.NullMarked;
