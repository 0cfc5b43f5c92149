/**
 * Tasks as an operator of this machine sees them, whoever asked for them: read from the exchange's
 * directory, beside the gateway that runs or without one.
 */
@NullMarked
package org.messgateway.gateway.cli.task;

import org.jspecify.annotations.NullMarked;
