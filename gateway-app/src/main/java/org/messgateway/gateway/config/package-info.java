/**
 * The configuration as it is written: reading it, reporting every mistake at once, reloading it.
 */
@NullMarked
package org.messgateway.gateway.config;

import org.jspecify.annotations.NullMarked;
