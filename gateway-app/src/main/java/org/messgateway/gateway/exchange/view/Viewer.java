package org.messgateway.gateway.exchange.view;

/**
 * For whom a view is made.
 *
 * @param executor its id
 * @param seesThread whether it is shown other executors' answers ({@code sees: thread})
 */
public record Viewer(String executor, boolean seesThread) {}
