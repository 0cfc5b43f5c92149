/**
 * Late writers: keeps replaced files by a hard link and notices what a program that has such a file
 * open still writes into it (docs/rules.md#writing-beside-writers).
 */
@NullMarked
package org.messgateway.gateway.exchange.late;

import org.jspecify.annotations.NullMarked;
