/**
 * What stands in {@code examples/} and in {@code docs/webhooks.md} for makers to copy, run as it
 * stands there: each program as a process of its own, against a stand-in for the gateway that can
 * be made to fail.
 *
 * <p>Only the tests of that belong here; the same programs beside the real gateway are in {@code
 * flow}.
 */
@NullMarked
package org.messgateway.gateway.examples;

import org.jspecify.annotations.NullMarked;
