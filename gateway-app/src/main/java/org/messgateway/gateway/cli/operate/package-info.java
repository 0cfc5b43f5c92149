/**
 * Commands by which the gateway is run and looked into: its process, deliveries, tokens and store,
 * and the demonstration. None says anything in a task.
 */
@NullMarked
package org.messgateway.gateway.cli.operate;

import org.jspecify.annotations.NullMarked;
