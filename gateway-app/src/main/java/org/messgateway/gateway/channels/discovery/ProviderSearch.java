package org.messgateway.gateway.channels.discovery;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.SettingDescription;

/**
 * Asks one class loader for its providers. A broken provider is reported, and the next one of the
 * same loader is tried.
 */
final class ProviderSearch {

  private static final Pattern TYPE = Pattern.compile("[a-z][a-z0-9_-]{0,39}");

  /** Keys below {@code dispatch.<channel>} that are the gateway's own. */
  private static final List<String> RESERVED = List.of("type", "retry", "rate", "concurrency");

  /** Broken lines of a service file after which reading ends. */
  private static final int PATIENCE = 100;

  private final IsolatedCall isolatedCall;
  private final List<DiscoveryProblem> problems;
  private final List<RegisteredProvider> found = new ArrayList<>();

  ProviderSearch(IsolatedCall isolatedCall, List<DiscoveryProblem> problems) {
    this.isolatedCall = isolatedCall;
    this.problems = problems;
  }

  /**
   * The providers, in the order of their service files.
   *
   * @param onlyItsOwn whether providers of the parent loader are left out
   */
  List<RegisteredProvider> search(boolean onlyItsOwn) {
    Iterator<ServiceLoader.Provider<AdapterProvider>> services =
        ServiceLoader.load(AdapterProvider.class, isolatedCall.loader()).stream().iterator();
    // A jar that is held after a late call is asked no more.
    for (int i = 0; i < PATIENCE && isolatedCall.hold().isEmpty(); i++) {
      // A broken line of a service file throws; the next call goes on with the next line.
      Optional<Boolean> another = attempt("loading its provider", services::hasNext);
      if (another.isPresent() && !another.get()) {
        break;
      }
      another.ifPresent(present -> take(services.next(), onlyItsOwn));
    }
    return found;
  }

  private void take(ServiceLoader.Provider<AdapterProvider> service, boolean onlyItsOwn) {
    if (!onlyItsOwn || isolatedCall.loader().equals(service.type().getClassLoader())) {
      attempt(service.type().getName() + ".new", service::get)
          .flatMap(this::registered)
          .ifPresent(found::add);
    }
  }

  private Optional<RegisteredProvider> registered(AdapterProvider provider) {
    try {
      RegisteredProvider registered = new RegisteredProvider(isolatedCall, provider);
      check(registered.description());
      return Optional.of(registered);
    } catch (AdapterFailure failure) {
      problem(sentence(failure));
    } catch (ServiceConfigurationError wrong) {
      problem(String.valueOf(wrong.getMessage()));
    }
    return Optional.empty();
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

  private <T> Optional<T> attempt(String what, IsolatedCall.Foreign<T> action) {
    try {
      return Optional.of(isolatedCall.call(what, action));
    } catch (AdapterFailure failure) {
      problem(sentence(failure));
      return Optional.empty();
    }
  }

  private void problem(String sentence) {
    problems.add(new DiscoveryProblem(isolatedCall.origin(), sentence, false));
  }

  /** The cause is shown: before a provider is configured it can hold no secret. */
  private static String sentence(AdapterFailure failure) {
    String text = failure.text().isEmpty() ? "" : " (" + failure.text() + ")";
    return "its provider cannot be used: " + failure.brief() + text;
  }
}
