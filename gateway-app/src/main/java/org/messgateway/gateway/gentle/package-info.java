/**
 * How much anybody is asked at once: who was asked how often of late, what is held back for it, and
 * the lists in which that is told. Remembers and counts; rendering and queueing is the root
 * package's.
 */
@NullMarked
package org.messgateway.gateway.gentle;

import org.jspecify.annotations.NullMarked;
