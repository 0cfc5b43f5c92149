/**
 * What an author of an adapter tests with: {@link org.messgateway.testkit.AdapterContractTest} to
 * inherit, simulated services with faults, a clock to move, notifications of every kind, and a
 * listener for everything that is logged.
 */
@NullMarked
package org.messgateway.testkit;

import org.jspecify.annotations.NullMarked;
