package org.messgateway.adapter.slack;

import com.slack.api.Slack;
import com.slack.api.SlackConfig;
import com.slack.api.audit.AuditConfig;
import com.slack.api.methods.MethodsConfig;
import com.slack.api.rate_limits.metrics.MetricsDatastore;
import com.slack.api.scim.SCIMConfig;
import com.slack.api.scim2.SCIM2Config;
import com.slack.api.util.http.SlackHttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;

/**
 * Makes Slack's client without its own background work.
 *
 * <p>The client's default configuration starts twelve threads that count requests every second,
 * eight of them for good, asks Slack for the token's team and logs the answer, takes a proxy from
 * the environment, and logs bodies, which hold links with tokens. This configuration counts
 * nothing, logs nothing and leaves the proxy to the given client.
 */
final class SlackClientFactory {

  private SlackClientFactory() {}

  static Slack over(OkHttpClient http, String methods) {
    SlackConfig config = new SlackConfig();
    config.setProxyUrl(null);
    // Before anything else: with counting on, each message costs a second request, auth.test.
    config.setStatsEnabled(false);
    config.setHttpClientResponseHandlers(new ArrayList<>());
    config.setMethodsEndpointUrlPrefix(methods);
    Stream.concat(defaults(), counters(config)).forEach(SlackClientFactory::stop);
    SlackHttpClient client = new SlackHttpClient(http);
    client.setConfig(config);
    return Slack.getInstance(config, client);
  }

  private static void stop(MetricsDatastore counter) {
    counter.setStatsEnabled(false);
  }

  private static Stream<MetricsDatastore> defaults() {
    return Stream.concat(
        List.of(
            MethodsConfig.DEFAULT_SINGLETON.getMetricsDatastore(),
            AuditConfig.DEFAULT_SINGLETON.getMetricsDatastore(),
            SCIMConfig.DEFAULT_SINGLETON.getMetricsDatastore(),
            SCIM2Config.DEFAULT_SINGLETON.getMetricsDatastore())
            .stream(),
        counters(SlackConfig.DEFAULT));
  }

  private static Stream<MetricsDatastore> counters(SlackConfig config) {
    return Stream.of(
        config.getMethodsConfig().getMetricsDatastore(),
        config.getAuditConfig().getMetricsDatastore(),
        config.getSCIMConfig().getMetricsDatastore(),
        config.getSCIM2Config().getMetricsDatastore());
  }
}
