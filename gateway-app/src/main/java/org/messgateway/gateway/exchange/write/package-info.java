/**
 * Writes threads of an exchange directory: each write becomes visible by one rename and is flushed
 * to the disk before the method returns.
 */
@NullMarked
package org.messgateway.gateway.exchange.write;

import org.jspecify.annotations.NullMarked;
