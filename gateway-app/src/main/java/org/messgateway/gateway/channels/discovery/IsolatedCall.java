package org.messgateway.gateway.channels.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.Settings;

/**
 * Calls the code of an adapter, with its class loader as the thread's context class loader.
 * Anything that it throws becomes an {@link AdapterFailure}. Code of a drop-in jar runs on threads
 * of that jar, within a time limit; code of the class path on the caller's.
 *
 * @param loader of the adapter
 * @param origin where it came from, for people
 * @param threads of its jar; null for the class path
 * @param concealed texts that no log may show
 */
record IsolatedCall(
    ClassLoader loader, String origin, @Nullable JarThreads threads, List<String> concealed) {

  /** Foreign code; may throw anything, also sneakily. */
  @FunctionalInterface
  interface Foreign<T> {
    T run() throws Throwable;
  }

  /** Of the class path. */
  IsolatedCall(ClassLoader loader, String origin) {
    this(loader, origin, null, List.of());
  }

  /** The same for calls that see these settings. */
  IsolatedCall concealing(Settings settings, List<SettingDescription> described) {
    List<String> secrets = new ArrayList<>(concealed);
    for (SettingDescription setting : described) {
      switch (setting.kind()) {
        case SECRET -> settings.secret(setting.name()).map(Secret::reveal).ifPresent(secrets::add);
        case SECRETS -> settings.secrets(setting.name()).forEach(one -> secrets.add(one.reveal()));
        default -> {
          // Not a secret.
        }
      }
    }
    return new IsolatedCall(loader, origin, threads, List.copyOf(secrets));
  }

  /** The same for a call that sees one more text that may be a secret. */
  IsolatedCall concealing(String text) {
    List<String> secrets = new ArrayList<>(concealed);
    secrets.add(text);
    return new IsolatedCall(loader, origin, threads, secrets);
  }

  /** Why the jar is not called now, for people; empty while it is. */
  Optional<String> hold() {
    return threads == null ? Optional.empty() : threads.hold();
  }

  /**
   * Makes the call. On the class path errors of the JVM (out of memory, stack overflow) pass
   * unchanged.
   *
   * @param what class and method that are called; the method decides about the time limit
   */
  <T> T call(String what, Foreign<T> action) {
    return threads == null ? here(what, action) : threads.call(what, concealed, action);
  }

  private <T> T here(String what, Foreign<T> action) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return action.run();
    } catch (AdapterFailure | VirtualMachineError passing) {
      throw passing;
    } catch (Throwable thrown) {
      AdapterFailure.Thrown told = AdapterFailure.Thrown.of(thrown, loader);
      throw new AdapterFailure(origin, what + " failed with " + told.sentence(), "", told.text());
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
