package org.messgateway.gateway.exchange.view;

/**
 * The executor for whom a view is made.
 *
 * @param executor id
 * @param seesThread whether it sees other executors' answers ({@code sees: thread})
 */
public record Viewer(String executor, boolean seesThread) {}
