package org.messgateway.gateway.cli.robot;

import java.util.Locale;
import org.messgateway.api.TaskDocument;

/** The format of a webhook's body, as {@code format} in config.yaml says it. */
enum WebhookFormat {
  YAML,
  JSON;

  String mediaType() {
    return "application/" + this;
  }

  byte[] write(TaskDocument document) {
    return this == JSON ? document.json(Integer.MAX_VALUE) : document.yaml(Integer.MAX_VALUE);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
