/**
 * What one executor may see of a thread, as a body for machines: which documents, and what stands
 * in them for files that are too large or lie beside the thread.
 */
@NullMarked
package org.messgateway.gateway.exchange.view;

import org.jspecify.annotations.NullMarked;
