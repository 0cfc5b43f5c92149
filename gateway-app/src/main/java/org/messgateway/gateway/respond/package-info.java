/** The way back and what links open: HTTP, tokens, keys. Never touches queue or dispatch. */
@NullMarked
package org.messgateway.gateway.respond;

import org.jspecify.annotations.NullMarked;
