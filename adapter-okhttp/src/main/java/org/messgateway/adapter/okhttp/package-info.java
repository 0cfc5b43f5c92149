/**
 * OkHttp for adapters: a client that sends a request at most once, records its progress, guards
 * destinations and closes completely.
 *
 * <p>The package holds no adapter and nothing specific to one vendor.
 */
@NullMarked
package org.messgateway.adapter.okhttp;

import org.jspecify.annotations.NullMarked;
