package org.messgateway.api;

import org.jspecify.annotations.Nullable;

/**
 * Something a person did on a channel.
 *
 * @param id what the service calls this event, the same when it tells of it again: an update id, an
 *     envelope id, a MessageSid
 * @param person who acted, as the service knows them: a user id, a telephone number
 * @param name what the service says they are called; null when it does not say
 * @param address where it was said, in the form of the addresses of this channel: a chat id, a
 *     channel id, the person's number
 * @param delivery the delivery whose button was pressed; null for others
 * @param receipt the message it was done to or answers; null when it answers none
 */
public record Said(
    String id,
    String person,
    @Nullable String name,
    String address,
    @Nullable String delivery,
    @Nullable Receipt receipt,
    Deed deed) {}
