package org.messgateway.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Describes one type of adapter and makes its adapters. {@link java.util.ServiceLoader} finds the
 * provider by its name in {@code META-INF/services/org.messgateway.api.AdapterProvider}.
 *
 * <p>A provider is cheap and has no side effects: it opens nothing, starts nothing and reads no
 * file but what is in its jar. The gateway may call all methods on any thread, with the provider's
 * class loader as context class loader. Each call returns within 5 s.
 */
public interface AdapterProvider {

  /** The description of this type of adapter. Every call returns the same value. */
  AdapterDescription describe();

  /**
   * How a person sets a channel of this type up. Without a guide {@code init} asks for the
   * described settings.
   */
  default Optional<SetupGuide> guide() {
    return Optional.empty();
  }

  /**
   * Checks settings beyond what their descriptions say: combinations, formats, ranges.
   *
   * @param settings settings whose presence, kind and spelling the gateway has checked
   * @return one problem per mistake; empty when the settings are usable
   */
  default List<SettingProblem> check(Settings settings) {
    return List.of();
  }

  /**
   * The address that settings beside the missing {@link AdapterDescription#addressKey()} stand for,
   * for types whose addresses have another form, too, such as a command. Different settings of that
   * form give different addresses; no secret is in them.
   *
   * @return empty when the settings name no address
   */
  default Optional<String> addressOf(Settings beside) {
    return Optional.empty();
  }

  /**
   * Checks an address of this type, for example that a telephone number is one or that a URL has a
   * host. Sends nothing.
   *
   * @return a sentence that says what a correct address looks like; empty when the address is
   *     usable
   */
  Optional<String> checkAddress(Address address);

  /**
   * A notification as people would see it, with the labels of its buttons in square brackets; for
   * whoever looks at the texts before anybody gets them. Sends nothing and needs no settings.
   *
   * @param now the current instant, which decides whether a time needs its day
   * @return plain text in lines; empty when this type cannot show it
   */
  default Optional<String> preview(Notification notification, Instant now) {
    return Optional.empty();
  }

  /**
   * Makes the adapter of one channel. The gateway calls it once per channel, and again when the
   * channel's settings changed or its adapter has to be replaced. The call may create connection
   * pools but sends nothing.
   *
   * @param settings complete and checked settings
   * @param services the channel's name, clock, time limit and callback URL
   */
  Adapter create(Settings settings, AdapterServices services);
}
