/**
 * Who is told what, where and when: pure functions of a thread, a catalogue and an instant. No I/O
 * lives here.
 */
@NullMarked
package org.messgateway.gateway.routing;

import org.jspecify.annotations.NullMarked;
