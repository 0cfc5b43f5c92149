/**
 * What people decided and no queue can rebuild: kept in {@code <home>/people.yaml}, written before
 * it is acknowledged (DESIGN §6).
 */
@NullMarked
package org.messgateway.gateway.people;

import org.jspecify.annotations.NullMarked;
