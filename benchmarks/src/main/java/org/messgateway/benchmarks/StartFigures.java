package org.messgateway.benchmarks;

/**
 * What came of starting something once.
 *
 * @param readyMillis from the start of the process to the first 200
 * @param resident bytes when nothing happens
 */
record StartFigures(double readyMillis, double resident) {}
