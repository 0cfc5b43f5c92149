/**
 * Keys and tokens of this gateway, and the links made of them: who may open which thread, and until
 * when.
 *
 * <p>Imports {@code home} and {@code exchange}. No HTTP route and no decision about what a link
 * shows belongs here; that is {@code http}.
 */
@NullMarked
package org.messgateway.gateway.links;

import org.jspecify.annotations.NullMarked;
