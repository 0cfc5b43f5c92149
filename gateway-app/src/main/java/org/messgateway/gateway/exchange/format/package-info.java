/**
 * The format of threads (MESSE-AF): bytes to values and back.
 *
 * <p>Nothing here opens a file, watches or waits. Threads are YAML 1.2 with the core schema.
 * Message documents are kept byte for byte; an edit of the envelope replaces only the bytes of its
 * values.
 */
@NullMarked
package org.messgateway.gateway.exchange.format;

import org.jspecify.annotations.NullMarked;
