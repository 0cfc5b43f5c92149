/**
 * Finding adapters: class path, adapters folder, home; each jar in a class loader of its own. The
 * only package that sees providers.
 */
@NullMarked
package org.messgateway.gateway.adapters;

import org.jspecify.annotations.NullMarked;
