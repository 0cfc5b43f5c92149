package org.messgateway.api;

import java.util.List;

/**
 * The type of an adapter, its settings and its default limits.
 *
 * @param type the value of {@code type} in the configuration, in lower case: {@code slack}
 * @param summary one line for people
 * @param audience the readers of this type of channel
 * @param settings the settings under {@code dispatch.<channel>}; {@code base_url} is among them
 *     only if the adapter takes it. The gateway owns the keys {@code type}, {@code retry}, {@code
 *     rate}, {@code concurrency} and {@code costs}
 * @param addressExample an example of an address for error messages: {@code +14155550123}
 * @param addressKey the key that holds the address where {@code notify.<channel>} is a map: {@code
 *     url}
 * @param addressSettings the settings that may stand beside that key
 * @param limits the concurrency and the rates unless the configuration sets others
 * @param costs whether each message costs money, unless the configuration says otherwise; such a
 *     channel is spared where a task does not need it (docs/rules.md#spared)
 */
public record AdapterDescription(
    String type,
    String summary,
    Audience audience,
    List<SettingDescription> settings,
    String addressExample,
    String addressKey,
    List<SettingDescription> addressSettings,
    ChannelLimits limits,
    boolean costs) {

  /** A type of channel whose messages cost nothing. */
  public AdapterDescription(
      String type,
      String summary,
      Audience audience,
      List<SettingDescription> settings,
      String addressExample,
      String addressKey,
      List<SettingDescription> addressSettings,
      ChannelLimits limits) {
    this(
        type,
        summary,
        audience,
        settings,
        addressExample,
        addressKey,
        addressSettings,
        limits,
        false);
  }

  public AdapterDescription {
    settings = List.copyOf(settings);
    addressSettings = List.copyOf(addressSettings);
  }
}
