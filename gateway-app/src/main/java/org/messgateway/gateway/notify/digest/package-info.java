/**
 * Digests: who was asked how often of late, which tasks are held back for it, and when the message
 * that lists them is due.
 */
@NullMarked
package org.messgateway.gateway.notify.digest;

import org.jspecify.annotations.NullMarked;
