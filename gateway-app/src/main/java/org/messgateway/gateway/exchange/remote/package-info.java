/**
 * Exchanges on a reference exchange server: polled for changes, written over the server's REST API,
 * and copied to this machine's disk, where they are read like local exchanges.
 */
@NullMarked
package org.messgateway.gateway.exchange.remote;

import org.jspecify.annotations.NullMarked;
