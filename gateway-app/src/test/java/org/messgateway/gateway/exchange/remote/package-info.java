/** Remote exchanges against a stand-in for the reference exchange server, with its faults. */
@NullMarked
package org.messgateway.gateway.exchange.remote;

import org.jspecify.annotations.NullMarked;
