/**
 * The page that links of people open: one static file for everybody, and what it shows of a task,
 * as JSON. Says nothing and changes nothing; what people answer goes through {@code respond}.
 */
@NullMarked
package org.messgateway.gateway.respond.page;

import org.jspecify.annotations.NullMarked;
