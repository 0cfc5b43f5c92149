/**
 * The {@code webhook} channel: signed HTTP requests to machines by Standard Webhooks 1.0, with the
 * thread as YAML or JSON and an address guard (docs/rules.md#webhook).
 */
@NullMarked
package org.messgateway.adapter.webhook;

import org.jspecify.annotations.NullMarked;
