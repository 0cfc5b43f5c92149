package org.messgateway.gateway.config;

import java.util.Optional;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.Address;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.Settings;
import org.messgateway.gateway.adapters.AdapterFailure;
import org.messgateway.gateway.adapters.RegisteredProvider;

/** Reads one address: a text, or a map where its adapter describes what stands beside it. */
final class AddressReader {

  private final Value value;
  private final String channel;

  AddressReader(Value value, String channel) {
    this.value = value;
    this.channel = channel;
  }

  /** Empty when there is none that can be used; why was reported. */
  Optional<Address> read(RegisteredProvider provider) {
    int before = value.reading().problems().count();
    Optional<Address> address =
        value.isSection() ? described(provider.description()) : plain(provider.description());
    return value.reading().problems().count() > before
        ? Optional.empty()
        : address.filter(read -> accepted(provider, read));
  }

  /** An address on a channel whose adapter is not there to judge it. */
  Optional<Address> unjudged() {
    if (!value.isText()) {
      value.warn("this cannot be read until the adapter of " + channel + " is back", "");
      return Optional.empty();
    }
    return value
        .text()
        .filter(this::written)
        .map(text -> new Address(text, Settings.none(), value.reading().origin()));
  }

  private Optional<Address> plain(AdapterDescription description) {
    return value
        .text("an address like " + description.addressExample())
        .filter(this::written)
        .map(text -> address(text, beside(DispatchReader.emptySection(value), description)));
  }

  private boolean written(String text) {
    if (text.isEmpty()) {
      value.warn("the address is empty, nobody is told by " + channel, "");
    }
    boolean tooLong = Address.tooLong(text);
    if (tooLong) {
      value.wrong(
          "this address has %d bytes, and one of more than %d cannot be kept"
              .formatted(Address.bytes(text), Address.LONGEST),
          "put what makes it long behind a shorter URL, or into headers where the channel has"
              + " them");
    }
    return !text.isEmpty() && !tooLong;
  }

  private Optional<Address> described(AdapterDescription description) {
    Section section = value.section().orElseThrow();
    Optional<Value> key = section.find(description.addressKey());
    Settings beside = beside(section, description);
    section.done();
    if (key.isEmpty()) {
      value.wrong(
          "`" + description.addressKey() + "` is missing",
          "write where to: " + description.addressKey() + ": " + description.addressExample());
    }
    return key.flatMap(Value::text).filter(this::written).map(text -> address(text, beside));
  }

  private Settings beside(Section section, AdapterDescription description) {
    SettingsReader settings = new SettingsReader(section).read(description.addressSettings());
    for (SettingDescription missing : settings.missing()) {
      value.wrong("`" + missing.name() + "` is missing", missing.meaning());
    }
    return settings.settings();
  }

  private Address address(String text, Settings beside) {
    return new Address(text, beside, value.reading().origin());
  }

  private boolean accepted(RegisteredProvider provider, Address address) {
    try {
      Optional<String> refusal = provider.checkAddress(address);
      refusal.ifPresent(sentence -> refused(provider, address, sentence));
      return refusal.isEmpty();
    } catch (AdapterFailure failure) {
      value.warn("the adapter cannot check this address: " + failure.getMessage(), "");
      return true;
    }
  }

  /** An address with a scheme may carry somebody's token: it is not repeated. */
  private void refused(RegisteredProvider provider, Address address, String sentence) {
    String shown = address.value().contains("://") || !value.isText() ? "this" : value.shown();
    value.wrong(
        shown + " is no address for " + channel,
        sentence + "; it looks like " + provider.description().addressExample());
  }
}
