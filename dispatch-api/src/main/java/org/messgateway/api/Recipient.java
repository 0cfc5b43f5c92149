package org.messgateway.api;

import java.time.ZoneId;

/**
 * An executor that a notification is for.
 *
 * @param executor the executor's id
 * @param name the executor's display name; the id when the configuration gives none
 * @param zone the time zone for times in texts
 */
public record Recipient(String executor, String name, ZoneId zone) {}
