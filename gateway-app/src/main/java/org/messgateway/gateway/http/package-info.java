/**
 * The HTTP API: routes, limits of callers, and answers as problem details.
 *
 * <p>What a token permits is {@code links}, what an answer does to a thread is {@code answer}; no
 * SQL and no file of a thread is touched here.
 */
@NullMarked
package org.messgateway.gateway.http;

import org.jspecify.annotations.NullMarked;
