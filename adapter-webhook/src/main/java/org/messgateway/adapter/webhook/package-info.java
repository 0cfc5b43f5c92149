/**
 * Tells machines by signed HTTP requests: Standard Webhooks 1.0, the thread as YAML or JSON in the
 * body, an address guard in front (DESIGN §9, Webhook).
 */
@NullMarked
package org.messgateway.adapter.webhook;

import org.jspecify.annotations.NullMarked;
