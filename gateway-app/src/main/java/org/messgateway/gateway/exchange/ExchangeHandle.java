package org.messgateway.gateway.exchange;

/**
 * One exchange of a running gateway, with the parts its users share.
 *
 * @param name of the exchange in the configuration
 * @param id of the exchange
 * @param number of the exchange in the configuration, 0 for the first
 * @param exchange reads threads
 * @param writer writes threads
 * @param threads recently read threads
 * @param changed queue of threads to reconcile
 */
public record ExchangeHandle(
    String name,
    String id,
    int number,
    Exchange exchange,
    ThreadWriter writer,
    ThreadCache threads,
    ChangeQueue changed) {}
