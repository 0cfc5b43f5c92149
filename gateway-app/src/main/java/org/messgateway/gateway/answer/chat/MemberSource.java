package org.messgateway.gateway.answer.chat;

import java.util.List;
import org.messgateway.api.text.Texts;

/** The executors of each channel, as configured and linked now. Safe for all threads. */
public interface MemberSource {

  /** The gateway's title in messages: {@code Miller home}. */
  String title();

  /** Executors with an address or an identity on a channel, in the order they were written. */
  List<ChannelMember> members(String channel);

  /** An executor's name; the id when the executor is not configured any more. */
  String name(String executor);

  /** The texts for an executor; those of the household when it is not configured any more. */
  Texts texts(String executor);

  /** The texts of the household, for people whom nobody knows yet. */
  Texts texts();
}
