package org.messgateway.gateway.exchange.format;

/**
 * Where a further entry of the history goes, of an envelope as programs write it: behind the line
 * that ends the last one.
 *
 * @param end offset in the file
 * @param column blanks before the dashes of the history
 */
public record HistoryPlace(int end, int column) {}
