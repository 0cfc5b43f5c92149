package org.messgateway.gateway.answer.chat;

import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundReply;
import org.messgateway.gateway.config.people.PeopleState;

/** Answers people who are not configured: they may not act, and {@code people} lists them. */
record UnknownSenders(String channel, ChatContext context) {

  InboundReply met(InboundEvent event) {
    context
        .people()
        .unknown(
            new PeopleState.Unknown(
                channel, event.person(), event.name(), context.clock().instant()));
    return InboundReply.refused(
        new ReplyTexts(true, context.memberSource().texts())
            .unknown(context.memberSource().title(), event.person()));
  }
}
