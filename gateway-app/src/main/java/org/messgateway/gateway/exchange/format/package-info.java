/**
 * The form of threads (MESSE-AF): bytes in, values and bytes out.
 *
 * <p>Nothing here opens a file, watches or waits: {@code exchange} hands in what it read and writes
 * what it gets back. Threads are YAML 1.2 with the core schema; message documents are kept byte for
 * byte, and of the envelope only the bytes of what changes are replaced.
 */
@NullMarked
package org.messgateway.gateway.exchange.format;

import org.jspecify.annotations.NullMarked;
