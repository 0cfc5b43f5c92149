/**
 * What every command stands on: its home, its output, its failures, and the gateway as this machine
 * reaches it. Nothing here knows any command.
 */
@NullMarked
package org.messgateway.gateway.cli.command;

import org.jspecify.annotations.NullMarked;
