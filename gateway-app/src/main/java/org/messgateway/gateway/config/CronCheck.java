package org.messgateway.gateway.config;

import java.util.Optional;

/** What is wrong with a cron line, in a sentence; empty when it can be used. */
@FunctionalInterface
public interface CronCheck {

  Optional<String> check(String cron);
}
