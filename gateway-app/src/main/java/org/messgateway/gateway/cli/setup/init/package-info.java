/**
 * {@code init}: the questions by which a household is set up or extended, and its files. What a
 * service needs is told by its adapter; no channel is named here but those that come with options.
 */
@NullMarked
package org.messgateway.gateway.cli.setup.init;

import org.jspecify.annotations.NullMarked;
