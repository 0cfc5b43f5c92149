/**
 * What adapters over OkHttp share: a client that tries once and only once, knows how far it came,
 * and ends cleanly.
 *
 * <p>No adapter lives here, and nothing that knows one vendor.
 */
@NullMarked
package org.messgateway.adapter.okhttp;

import org.jspecify.annotations.NullMarked;
