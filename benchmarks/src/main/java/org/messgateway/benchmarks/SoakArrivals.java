package org.messgateway.benchmarks;

/**
 * What came to the healthy destinations in a while.
 *
 * @param first of each thread
 * @param again beside the first of their thread
 */
record SoakArrivals(Latencies first, int again) {}
