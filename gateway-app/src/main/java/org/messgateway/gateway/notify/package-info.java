/**
 * The stages before a send: is the notification still wanted, are there too many, and what does it
 * say. {@link org.messgateway.gateway.notify.NotifyStages} lists them in their order, one stage a
 * file.
 *
 * <p>No stage sends; that is {@code dispatch}.
 */
@NullMarked
package org.messgateway.gateway.notify;

import org.jspecify.annotations.NullMarked;
