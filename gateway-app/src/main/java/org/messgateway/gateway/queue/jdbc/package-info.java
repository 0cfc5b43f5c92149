/**
 * The queue in a database: one {@link org.messgateway.gateway.queue.jdbc.JdbcDeliveryQueue}, one
 * class per concern, one {@link org.messgateway.gateway.queue.jdbc.SqlDialect} per database.
 *
 * <p>All changes run on the one thread of {@link org.messgateway.gateway.queue.jdbc.GroupedWriter},
 * many to a commit; reads run on the caller's thread with a connection of {@link
 * org.messgateway.gateway.queue.jdbc.ReadPool}. Classes whose name ends in {@code Sql} hold
 * statements and no state.
 */
@NullMarked
package org.messgateway.gateway.queue.jdbc;

import org.jspecify.annotations.NullMarked;
