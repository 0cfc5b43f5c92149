/**
 * What an adapter author compiles against: provider, adapter, notification, outcome, settings,
 * secrets, abilities.
 *
 * <p>Nothing here does I/O or depends on anything but annotations. An adapter needs this package,
 * its vendor's client, and no class of the gateway; the gateway needs this package and no class of
 * an adapter. How to write an adapter is told in {@code docs/adapters.md}.
 */
@NullMarked
package org.messgateway.api;

import org.jspecify.annotations.NullMarked;
