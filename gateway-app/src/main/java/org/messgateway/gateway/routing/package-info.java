/**
 * Who is told what, when, over which channels, and why not: pure functions of a thread, a catalogue
 * and an instant.
 *
 * <p>Imports {@code protocol} and values of {@code queue}. No I/O belongs here.
 */
@NullMarked
package org.messgateway.gateway.routing;

import org.jspecify.annotations.NullMarked;
