/**
 * The proof under faults: the real process is killed, suspended, deceived and deprived while
 * threads come and answers go, and what arrived at the other end is counted. {@link
 * org.messgateway.gateway.faults.Faults} runs all of it for {@code benchmarks/faults}; {@code
 * FaultsIT} runs a quick version in every build.
 *
 * <p>The house, the sink and the process are those of {@code flow}. What stops the process exactly
 * at a write is put in from outside ({@code agent}); the gateway has no hooks for it.
 */
@NullMarked
package org.messgateway.gateway.faults;

import org.jspecify.annotations.NullMarked;
