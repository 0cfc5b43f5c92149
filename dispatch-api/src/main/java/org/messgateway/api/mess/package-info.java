/**
 * The MESS protocol's model as values: threads, envelopes, messages and their payloads.
 *
 * <p>The package holds records, enums and sealed types without I/O. The gateway reads and writes
 * YAML; no class here knows where a thread is stored.
 */
@NullMarked
package org.messgateway.api.mess;

import org.jspecify.annotations.NullMarked;
