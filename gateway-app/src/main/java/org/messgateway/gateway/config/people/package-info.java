/**
 * What people decided and no queue can rebuild: pauses, linked and moved addresses, opt-outs,
 * stopped addresses. Kept in {@code <home>/people.yaml} or in the shared store, and written before
 * it is acknowledged (docs/rules.md#storage).
 */
@NullMarked
package org.messgateway.gateway.config.people;

import org.jspecify.annotations.NullMarked;
