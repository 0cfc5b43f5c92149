package org.messgateway.gateway.dispatch;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.Completion;
import org.messgateway.gateway.queue.DeliveryQueue;

/** A real queue of which one method, or each, does something else first. */
final class Wrapped {

  private Wrapped() {}

  static DeliveryQueue around(DeliveryQueue queue, String method, Runnable before) {
    return around(queue, method::equals, before);
  }

  /** Before all methods that ask the store. */
  static DeliveryQueue around(DeliveryQueue queue, Runnable before) {
    return around(queue, method -> !method.equals("onWork"), before);
  }

  private static DeliveryQueue around(
      DeliveryQueue queue, Predicate<String> methods, Runnable before) {
    return (DeliveryQueue)
        Proxy.newProxyInstance(
            Wrapped.class.getClassLoader(),
            new Class<?>[] {DeliveryQueue.class},
            (_, called, arguments) -> {
              if (methods.test(called.getName()) && !passes(before, arguments)) {
                return null;
              }
              try {
                return called.invoke(queue, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
            });
  }

  /** Whether nothing failed; a failure is told as the method would tell it. */
  private static boolean passes(Runnable before, Object @Nullable [] arguments) {
    try {
      before.run();
      return true;
    } catch (RuntimeException e) {
      if (arguments != null && arguments[arguments.length - 1] instanceof Completion<?> end) {
        end.failed(e);
        return false;
      }
      throw e;
    }
  }
}
