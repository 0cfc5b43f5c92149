/**
 * Commands about tasks, and tasks as an operator of this machine sees them, whoever asked for them:
 * read from the exchange's directory, beside the gateway that runs or without one. What is said of
 * a task goes through a gateway; nothing here changes a thread itself.
 */
@NullMarked
package org.messgateway.gateway.cli.task;

import org.jspecify.annotations.NullMarked;
