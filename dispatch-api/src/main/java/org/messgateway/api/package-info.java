/**
 * The published API for authors of adapters: provider, adapter, notification, outcome, settings,
 * secrets and optional abilities.
 *
 * <p>This package does no I/O and depends on annotations alone. An adapter needs this package, its
 * vendor's client and no class of the gateway. The gateway needs this package and no class of an
 * adapter. {@code docs/adapters.md} explains how to write an adapter.
 */
@NullMarked
package org.messgateway.api;

import org.jspecify.annotations.NullMarked;
