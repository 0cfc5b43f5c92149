package org.messgateway.gateway.adapters;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;

/**
 * A provider as the rest of the gateway uses it: described once, isolated in every call. Throws
 * nothing but {@link AdapterFailure}. Any thread may call it.
 */
public final class RegisteredProvider {

  private final Isolation isolation;
  private final AdapterProvider foreign;
  private final AdapterDescription description;

  /**
   * @throws AdapterFailure when the provider does not describe itself
   */
  RegisteredProvider(Isolation isolation, AdapterProvider foreign) {
    this.isolation = isolation;
    this.foreign = foreign;
    this.description = isolation.call("describe", foreign::describe);
  }

  private RegisteredProvider(
      Isolation isolation, AdapterProvider foreign, AdapterDescription description) {
    this.isolation = isolation;
    this.foreign = foreign;
    this.description = description;
  }

  /** For one of many jars on the class path: the jar it came from says more than "class path". */
  RegisteredProvider renamedAfterItsJar() {
    String origin = isolation.origin() + jar().map(path -> " (" + path + ")").orElse("");
    return new RegisteredProvider(new Isolation(isolation.loader(), origin), foreign, description);
  }

  /** The jar or class folder its class came from. */
  Optional<Path> jar() {
    return Discovery.whereFrom(foreign.getClass());
  }

  /** The word in the configuration: {@code slack}. */
  public String type() {
    return description.type();
  }

  public AdapterDescription description() {
    return description;
  }

  /** Where it came from, for people. */
  public String origin() {
    return isolation.origin();
  }

  /** What is wrong with settings beyond what their descriptions say. */
  public List<SettingProblem> check(Settings settings) {
    return List.copyOf(isolation.call("check", () -> foreign.check(settings)));
  }

  /** What is wrong with an address, in a sentence; empty when it can be used. */
  public Optional<String> checkAddress(Address address) {
    return isolation.call("checkAddress", () -> foreign.checkAddress(address));
  }

  /** Makes the adapter of one channel; whoever asks for it closes it. */
  public RegisteredAdapter create(Settings settings, AdapterServices services) {
    Adapter adapter = isolation.call("create", () -> foreign.create(settings, services));
    return new RegisteredAdapter(isolation, adapter);
  }
}
