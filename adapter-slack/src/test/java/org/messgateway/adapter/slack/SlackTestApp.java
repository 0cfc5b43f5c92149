package org.messgateway.adapter.slack;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.messgateway.api.AdapterServices;
import org.messgateway.testkit.DescribedSettings;
import org.messgateway.testkit.simulator.SlackSimulator;

/** The app of the tests: its tokens, a workspace that knows it, and adapters for it. */
final class SlackTestApp {

  static final String APP_TOKEN = "xapp-1-A1-secretToken";

  private static final String BOT_TOKEN = "xoxb-1-2-secretToken";

  private SlackTestApp() {}

  static SlackSimulator workspace() {
    return SlackSimulator.start(BOT_TOKEN, APP_TOKEN);
  }

  static SlackAdapter adapter(SlackSimulator slack, Map<String, Object> more, InstantSource clock) {
    return adapter(slack, more, new AdapterServices("slack", clock, Duration.ofSeconds(5)));
  }

  static SlackAdapter adapter(
      SlackSimulator slack, Map<String, Object> more, AdapterServices services) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("bot_token", BOT_TOKEN);
    settings.put("base_url", slack.baseUrl().toString());
    SlackProvider provider = new SlackProvider();
    return (SlackAdapter)
        provider.create(DescribedSettings.of(provider.describe().settings(), settings), services);
  }
}
