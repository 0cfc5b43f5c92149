/**
 * Files of one copy of a thread on disk: their names, what the system says of them, and the guard
 * that opens them. Nothing here parses a document or writes a file.
 */
@NullMarked
package org.messgateway.gateway.exchange.files;

import org.jspecify.annotations.NullMarked;
