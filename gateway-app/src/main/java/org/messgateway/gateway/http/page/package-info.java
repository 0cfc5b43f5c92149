/**
 * The page that links open for people: one static file for everybody, and the task it shows as
 * JSON. Reading it changes nothing; answers are sent to the routes of {@code http}.
 */
@NullMarked
package org.messgateway.gateway.http.page;

import org.jspecify.annotations.NullMarked;
