package org.messgateway.gateway.adapters;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.SettingDescription;

/**
 * Asks one class loader for its providers. What is broken is reported and passed over; the next
 * provider of the same loader is tried.
 */
final class ProviderSearch {

  private static final Pattern TYPE = Pattern.compile("[a-z][a-z0-9_-]{0,39}");

  /** Keys below {@code dispatch.<channel>} that are the gateway's own. */
  private static final List<String> RESERVED = List.of("type", "retry", "rate", "concurrency");

  /** A service file with more broken lines than that is not worth reading on. */
  private static final int PATIENCE = 100;

  private final Isolation isolation;
  private final List<DiscoveryProblem> problems;
  private final List<RegisteredProvider> found = new ArrayList<>();

  ProviderSearch(Isolation isolation, List<DiscoveryProblem> problems) {
    this.isolation = isolation;
    this.problems = problems;
  }

  /**
   * The providers, in the order of their service files.
   *
   * @param onlyItsOwn whether providers that the loader got from its parent are left out
   */
  List<RegisteredProvider> search(boolean onlyItsOwn) {
    Iterator<ServiceLoader.Provider<AdapterProvider>> services =
        ServiceLoader.load(AdapterProvider.class, isolation.loader()).stream().iterator();
    for (int i = 0; i < PATIENCE; i++) {
      // Where a line of a service file is broken, asking throws, and the next time tells the next.
      Optional<Boolean> another = attempt(services::hasNext);
      if (another.isPresent() && !another.get()) {
        break;
      }
      another.ifPresent(present -> take(services.next(), onlyItsOwn));
    }
    return found;
  }

  private void take(ServiceLoader.Provider<AdapterProvider> service, boolean onlyItsOwn) {
    if (!onlyItsOwn || isolation.loader().equals(service.type().getClassLoader())) {
      attempt(() -> registered(service.get())).ifPresent(found::add);
    }
  }

  private RegisteredProvider registered(AdapterProvider provider) {
    RegisteredProvider registered = new RegisteredProvider(isolation, provider);
    check(registered.description());
    return registered;
  }

  private static void check(AdapterDescription description) {
    if (!TYPE.matcher(description.type()).matches()) {
      throw new ServiceConfigurationError(
          "its type is not a lower-case word of letters, digits, - and _");
    }
    for (SettingDescription setting : description.settings()) {
      if (RESERVED.contains(setting.name())) {
        throw new ServiceConfigurationError(
            "it describes the setting " + setting.name() + ", which is the gateway's own");
      }
    }
  }

  private <T> Optional<T> attempt(Supplier<T> action) {
    try {
      return Optional.of(isolation.call("loading its provider", action));
    } catch (AdapterFailure failure) {
      problems.add(new DiscoveryProblem(isolation.origin(), sentence(failure), false));
      return Optional.empty();
    }
  }

  /** Before a provider was configured there is no secret it could tell: the cause is shown. */
  private static String sentence(AdapterFailure failure) {
    Throwable cause = failure.getCause();
    if (cause instanceof ServiceConfigurationError error) {
      return error.getCause() == null
          ? String.valueOf(error.getMessage())
          : error.getMessage() + " (" + error.getCause() + ")";
    }
    return "its provider cannot be used: " + cause;
  }
}
