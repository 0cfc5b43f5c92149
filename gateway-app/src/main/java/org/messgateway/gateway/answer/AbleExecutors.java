package org.messgateway.gateway.answer;

import java.util.Set;
import org.messgateway.api.mess.MessThread;

/** Who could still take a task that somebody gives back or does not want. */
@FunctionalInterface
public interface AbleExecutors {

  /**
   * All who would be told in any stage, now or later, were the thread free; without the requestor.
   *
   * @param declined who said no and is not asked again; left out of the result
   */
  Set<String> able(MessThread thread, Set<String> declined);
}
