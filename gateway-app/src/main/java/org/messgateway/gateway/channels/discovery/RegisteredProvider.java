package org.messgateway.gateway.channels.discovery;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Notification;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;
import org.messgateway.api.SetupGuide;

/**
 * An isolated provider, described once. Its calls throw nothing but {@link AdapterFailure}.
 * Thread-safe.
 */
public final class RegisteredProvider {

  private final IsolatedCall isolatedCall;
  private final AdapterProvider foreign;
  private final AdapterDescription description;

  /**
   * @throws AdapterFailure when the provider does not describe itself
   */
  RegisteredProvider(IsolatedCall isolatedCall, AdapterProvider foreign) {
    this.isolatedCall = isolatedCall;
    this.foreign = foreign;
    this.description =
        isolatedCall.call(
            foreign.getClass().getName() + ".describe",
            () -> Objects.requireNonNull(foreign.describe(), "no description"));
  }

  private RegisteredProvider(
      IsolatedCall isolatedCall, AdapterProvider foreign, AdapterDescription description) {
    this.isolatedCall = isolatedCall;
    this.foreign = foreign;
    this.description = description;
  }

  /** Names the jar instead of "class path" as the origin of an adapter. */
  RegisteredProvider renamedAfterItsJar() {
    String origin = isolatedCall.origin() + jar().map(path -> " (" + path + ")").orElse("");
    return new RegisteredProvider(
        new IsolatedCall(isolatedCall.loader(), origin), foreign, description);
  }

  /** The jar or class folder its class came from. */
  Optional<Path> jar() {
    return AdapterDiscovery.whereFrom(foreign.getClass());
  }

  /** The type in the configuration: {@code slack}. */
  public String type() {
    return description.type();
  }

  public AdapterDescription description() {
    return description;
  }

  /** Where it came from, for people. */
  public String origin() {
    return isolatedCall.origin();
  }

  /** Why nothing is given to its jar now, for people; empty while it may be called. */
  public Optional<String> hold() {
    return isolatedCall.hold();
  }

  /** How a person sets a channel of this type up. */
  public Optional<SetupGuide> guide() {
    return isolatedCall.call(named("guide"), () -> Objects.requireNonNull(foreign.guide()));
  }

  /** Mistakes in settings that their descriptions do not cover. */
  public List<SettingProblem> check(Settings settings) {
    return concealing(settings).call(named("check"), () -> List.copyOf(foreign.check(settings)));
  }

  /** The address that settings stand for where the key of the address is missing. */
  public Optional<String> addressOf(Settings beside) {
    return isolatedCall
        .concealing(beside, description.addressSettings())
        .call(named("addressOf"), () -> Objects.requireNonNull(foreign.addressOf(beside)));
  }

  /** The mistake in an address, as a sentence; empty when it can be used. */
  public Optional<String> checkAddress(Address address) {
    return isolatedCall
        .concealing(address.settings(), description.addressSettings())
        .concealing(address.value())
        .call(named("checkAddress"), () -> Objects.requireNonNull(foreign.checkAddress(address)));
  }

  /** A notification as people would see it; empty when the adapter cannot show it. */
  public Optional<String> preview(Notification notification, Instant now) {
    return isolatedCall.call(
        named("preview"), () -> Objects.requireNonNull(foreign.preview(notification, now)));
  }

  /** Makes the adapter of one channel; the caller closes it. */
  public RegisteredAdapter create(Settings settings, AdapterServices services) {
    IsolatedCall knowing = concealing(settings);
    Adapter adapter =
        knowing.call(
            named("create"),
            () -> Objects.requireNonNull(foreign.create(settings, services), "no adapter"));
    return new RegisteredAdapter(knowing, adapter);
  }

  private IsolatedCall concealing(Settings settings) {
    return isolatedCall.concealing(settings, description.settings());
  }

  private String named(String method) {
    return foreign.getClass().getName() + "." + method;
  }
}
