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
 * Slack's client without what it would do by itself.
 *
 * <p>A new configuration starts twelve threads that count requests every second, eight of them for
 * good, and asks Slack for the token's team, whose answer it logs; it takes a proxy from the
 * environment; its listeners log bodies, which hold links with tokens. Here nothing counts, nothing
 * logs, and the proxy is the given client's affair.
 */
final class QuietSlack {

  private QuietSlack() {}

  static Slack over(OkHttpClient http, String methods) {
    SlackConfig config = new SlackConfig();
    config.setProxyUrl(null);
    // Before anything else: with counting on, each message costs a second request, auth.test.
    config.setStatsEnabled(false);
    config.setHttpClientResponseHandlers(new ArrayList<>());
    config.setMethodsEndpointUrlPrefix(methods);
    Stream.concat(defaults(), counters(config)).forEach(QuietSlack::stop);
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
