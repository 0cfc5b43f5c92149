/**
 * From a due delivery to a settled one: leasing, attempts, retries, breakers, deadlines. Adapters
 * are known by dispatch-api only.
 */
@NullMarked
package org.messgateway.gateway.dispatch;

import org.jspecify.annotations.NullMarked;
