/**
 * Finding adapters: on the class path, in the adapters folder and in the home, each jar in a class
 * loader of its own. The only package that sees providers.
 */
@NullMarked
package org.messgateway.gateway.channels.discovery;

import org.jspecify.annotations.NullMarked;
