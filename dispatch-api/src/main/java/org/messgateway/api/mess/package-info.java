/**
 * The MESS model as values: threads, envelopes, messages and their payloads, as the protocol names
 * them.
 *
 * <p>Here live only records, enums and sealed types without I/O. Reading and writing YAML is the
 * gateway's affair, and no class here knows where a thread is kept.
 */
@NullMarked
package org.messgateway.api.mess;

import org.jspecify.annotations.NullMarked;
