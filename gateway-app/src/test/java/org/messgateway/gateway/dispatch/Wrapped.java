package org.messgateway.gateway.dispatch;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.messgateway.gateway.queue.DeliveryQueue;

/** A real queue of which one method does something else first. */
final class Wrapped {

  private Wrapped() {}

  static DeliveryQueue around(DeliveryQueue queue, String method, Runnable before) {
    return (DeliveryQueue)
        Proxy.newProxyInstance(
            Wrapped.class.getClassLoader(),
            new Class<?>[] {DeliveryQueue.class},
            (_, called, arguments) -> {
              if (called.getName().equals(method)) {
                before.run();
              }
              try {
                return called.invoke(queue, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
            });
  }
}
