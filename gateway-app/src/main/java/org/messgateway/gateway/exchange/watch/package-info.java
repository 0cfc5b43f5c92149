/**
 * Watches an exchange directory and reports the refs of threads that somebody else changed
 * (docs/rules.md#watching).
 */
@NullMarked
package org.messgateway.gateway.exchange.watch;

import org.jspecify.annotations.NullMarked;
