/**
 * Commands for makers of robots: secrets, samples of requests, and {@code listen}, which follows an
 * executor's inbox and hands each item to a program on the maker's own machine, as the webhook
 * adapter would. A client of the HTTP API; knows nothing of the queue and reads no thread of the
 * exchange.
 */
@NullMarked
package org.messgateway.gateway.cli.robot;

import org.jspecify.annotations.NullMarked;
