package org.messgateway.gateway.config;

import java.time.ZoneId;
import org.messgateway.api.text.Texts;

/**
 * What holds for executors that name none of their own.
 *
 * @param zone the time zone
 * @param languages the texts of each language, and the language
 */
record ExecutorDefaults(ZoneId zone, Languages languages) {

  /** Of this executor. */
  ZoneId zone(ConfigSection executor) {
    return executor.as("timezone", TextPatterns.ZONE).orElse(zone);
  }

  /** In the language of this executor. */
  Texts texts(ConfigSection executor) {
    return executor
        .as("language", TextPatterns.LANGUAGE)
        .map(languages::in)
        .orElseGet(languages::usual);
  }
}
