/**
 * Tests for authors of adapters: {@link org.messgateway.testkit.AdapterContractTest} to inherit,
 * simulated services with faults, a manual clock, notifications of every kind, and a capture of all
 * log lines.
 */
@NullMarked
package org.messgateway.testkit;

import org.jspecify.annotations.NullMarked;
