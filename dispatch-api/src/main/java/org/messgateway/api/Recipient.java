package org.messgateway.api;

import java.time.ZoneId;

/**
 * One executor a notification is for.
 *
 * @param executor its id
 * @param name what people call it; the id when nobody gave it a name
 * @param zone for times in texts
 */
public record Recipient(String executor, String name, ZoneId zone) {}
