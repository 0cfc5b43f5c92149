package org.messgateway.gateway.adapters;

import java.util.function.Supplier;

/**
 * Calls into foreign code: with its class loader as the thread's context class loader, and with
 * whatever it throws turned into an {@link AdapterFailure} that names it.
 *
 * @param loader whose code it is
 * @param origin where it came from, for people
 */
record Isolation(ClassLoader loader, String origin) {

  /** Does it; what the JVM itself throws (out of memory, stack overflow) passes as it is. */
  @SuppressWarnings("CatchingUnchecked") // Foreign code can throw anything, also sneakily.
  <T> T call(String doing, Supplier<T> action) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return action.get();
    } catch (AdapterFailure | VirtualMachineError passing) {
      throw passing;
    } catch (Throwable thrown) {
      throw new AdapterFailure(origin, doing, thrown);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
