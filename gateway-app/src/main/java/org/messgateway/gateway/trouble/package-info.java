/**
 * What is wrong with the gateway or its channels, for somebody who can act: reported by whoever
 * sees it, grouped, told at most hourly per cause. What becomes of a single attempt is {@code
 * telemetry}'s; nothing here sends by itself.
 */
@NullMarked
package org.messgateway.gateway.trouble;

import org.jspecify.annotations.NullMarked;
