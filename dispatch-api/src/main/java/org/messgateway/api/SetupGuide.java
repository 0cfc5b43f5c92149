package org.messgateway.api;

import java.util.List;
import java.util.Objects;

/**
 * How a person sets a channel up, for the questions of {@code init}. All texts are for people
 * without knowledge of the service's terms.
 *
 * @param service what people call the service: {@code Telegram}
 * @param remark what decides between services, in a few words: costs, what is needed on the phone
 * @param steps what to do at the service before the first question, a line each
 * @param paste a text that the steps tell to paste at the service; empty for none
 * @param variables what the environment's names of this service's settings begin with, where others
 *     have made a custom of it: {@code TWILIO} for {@code TWILIO_AUTH_TOKEN}; empty for the
 *     channel's name
 * @param settings the names of the settings to ask for, in this order; the answer to one that is
 *     not required may be left out
 * @param address the question for a person's address; empty where {@link DeepLink} is enough
 * @param silence why a test that the service took may not be seen on the phone, most likely first
 */
public record SetupGuide(
    String service,
    String remark,
    List<String> steps,
    String paste,
    String variables,
    List<String> settings,
    String address,
    List<String> silence) {

  /**
   * @throws NullPointerException when anything is missing
   */
  public SetupGuide {
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(remark, "remark");
    Objects.requireNonNull(paste, "paste");
    Objects.requireNonNull(variables, "variables");
    Objects.requireNonNull(address, "address");
    steps = List.copyOf(steps);
    settings = List.copyOf(settings);
    silence = List.copyOf(silence);
  }
}
