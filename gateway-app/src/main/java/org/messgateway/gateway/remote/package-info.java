/**
 * Exchanges that live on a reference exchange server: noticed by asking, answered over its REST
 * API, and kept as a copy on this machine's disk, which is read like any exchange. Knows the
 * exchange package and nothing else of the gateway: no queue, no routing, no people.
 */
@NullMarked
package org.messgateway.gateway.remote;

import org.jspecify.annotations.NullMarked;
