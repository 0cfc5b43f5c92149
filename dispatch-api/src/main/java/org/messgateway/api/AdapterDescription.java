package org.messgateway.api;

import java.util.List;

/**
 * What an adapter is.
 *
 * @param type the word in the configuration, lower case: {@code slack}
 * @param summary one line for people
 * @param audience whom it reaches
 * @param settings what stands under {@code dispatch.<channel>}; {@code base_url} only if the
 *     adapter takes it. The keys {@code type}, {@code retry}, {@code rate} and {@code concurrency}
 *     are the gateway's own
 * @param addressExample how an address looks, for error messages: {@code +14155550123}
 * @param addressKey the key that holds the address where {@code notify.<channel>} is a map: {@code
 *     url}
 * @param addressSettings what may stand beside that key
 * @param limits how fast it may be driven unless configured otherwise
 */
public record AdapterDescription(
    String type,
    String summary,
    Audience audience,
    List<SettingDescription> settings,
    String addressExample,
    String addressKey,
    List<SettingDescription> addressSettings,
    Limits limits) {

  public AdapterDescription {
    settings = List.copyOf(settings);
    addressSettings = List.copyOf(addressSettings);
  }
}
