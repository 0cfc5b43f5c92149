/**
 * Rules that adapters of HTTP services share: the outcome for each status, {@code Retry-After}, and
 * the signatures of webhooks. The package holds no HTTP client.
 */
@NullMarked
package org.messgateway.api.http;

import org.jspecify.annotations.NullMarked;
