/**
 * The composition: {@link org.messgateway.gateway.Gateway} opens the rooms and joins them in the
 * order in which data flows. Start reading there.
 *
 * <p>At most 12 files. No other package imports this one but {@code cli} and the demonstration.
 */
@NullMarked
package org.messgateway.gateway;

import org.jspecify.annotations.NullMarked;
