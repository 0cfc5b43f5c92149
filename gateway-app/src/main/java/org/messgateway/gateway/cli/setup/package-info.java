/**
 * Commands by which a household is set up and looked after: its configuration, people, executors
 * and adapters. None asks about a task or a delivery.
 */
@NullMarked
package org.messgateway.gateway.cli.setup;

import org.jspecify.annotations.NullMarked;
