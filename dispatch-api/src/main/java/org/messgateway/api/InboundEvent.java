package org.messgateway.api;

import org.jspecify.annotations.Nullable;

/**
 * One action of a person, or one report of the service, on a channel.
 *
 * @param id the service's id of the event, the same when the service repeats it: an update id, an
 *     envelope id, a MessageSid
 * @param person the service's id of the person who acted: a user id, a telephone number
 * @param name the person's name at the service; null when the service names none
 * @param address the address at which the person acted, in the form of this channel's addresses: a
 *     chat id, a channel id, the person's number
 * @param direct whether the person and the gateway alone read at that address
 * @param delivery the delivery of the pressed button; null for other events
 * @param receipt the receipt of the message that the event concerns or answers; null when there is
 *     none
 * @param action the action
 */
public record InboundEvent(
    String id,
    String person,
    @Nullable String name,
    String address,
    boolean direct,
    @Nullable String delivery,
    @Nullable Receipt receipt,
    InboundAction action) {

  /** An event at a service where a direct conversation has the person's id for its address. */
  public InboundEvent(
      String id,
      String person,
      @Nullable String name,
      String address,
      @Nullable String delivery,
      @Nullable Receipt receipt,
      InboundAction action) {
    this(id, person, name, address, person.equals(address), delivery, receipt, action);
  }
}
