/**
 * Reads threads of an exchange directory: lists copies, decides whether a thread is complete, and
 * picks one of several copies.
 */
@NullMarked
package org.messgateway.gateway.exchange.read;

import org.jspecify.annotations.NullMarked;
