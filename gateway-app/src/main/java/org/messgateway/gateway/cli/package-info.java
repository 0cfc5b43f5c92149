/**
 * The door: where the launcher enters, which command a line means, and what Java learns from. No
 * command lives here; each reads, asks or starts, and none holds logic of delivery.
 */
@NullMarked
package org.messgateway.gateway.cli;

import org.jspecify.annotations.NullMarked;
