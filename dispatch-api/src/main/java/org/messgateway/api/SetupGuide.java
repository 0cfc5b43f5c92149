package org.messgateway.api;

import java.util.List;

/**
 * How a person sets a channel up, for the questions of {@code init}. All texts are for people
 * without knowledge of the service's terms.
 *
 * @param service what people call the service: {@code Telegram}
 * @param remark what decides between services, in a few words: costs, what is needed on the phone
 * @param steps what to do at the service before the first question, a line each
 * @param paste a text that the steps tell to paste at the service; empty for none
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
    List<String> settings,
    String address,
    List<String> silence) {

  public SetupGuide {
    steps = List.copyOf(steps);
    settings = List.copyOf(settings);
    silence = List.copyOf(silence);
  }
}
