/** One log line per attempt, counters and gauges. Decides nothing. */
@NullMarked
package org.messgateway.gateway.telemetry;

import org.jspecify.annotations.NullMarked;
