/**
 * The view of a thread for one executor, as a body for machines: visible messages, with links in
 * place of files.
 */
@NullMarked
package org.messgateway.gateway.exchange.view;

import org.jspecify.annotations.NullMarked;
