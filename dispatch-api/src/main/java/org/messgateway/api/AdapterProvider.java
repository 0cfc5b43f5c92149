package org.messgateway.api;

import java.util.List;
import java.util.Optional;

/**
 * The service that {@link java.util.ServiceLoader} finds: says what an adapter needs, and makes it.
 *
 * <p>Cheap and without side effects: a provider opens nothing, starts nothing and reads no file.
 * Name it in {@code META-INF/services/org.messgateway.api.AdapterProvider}. All methods may be
 * called from any thread, with the provider's class loader as context class loader.
 */
public interface AdapterProvider {

  /** What this adapter is and what it can be told; the same answer at every call. */
  AdapterDescription describe();

  /**
   * What is wrong with settings beyond what their descriptions already say: combinations, forms,
   * ranges.
   *
   * @return one problem per mistake, empty when they can be used
   */
  default List<SettingProblem> check(Settings settings) {
    return List.of();
  }

  /**
   * What is wrong with an address of this type: a telephone number that is none, a URL without a
   * host.
   *
   * @return a sentence that says what would be right, or empty when the address can be used
   */
  Optional<String> checkAddress(Address address);

  /**
   * Makes the adapter. Called once per channel and configuration; may open pools but sends nothing.
   *
   * @param settings complete and checked
   * @param services what the gateway lends to the adapter
   */
  Adapter create(Settings settings, AdapterServices services);
}
