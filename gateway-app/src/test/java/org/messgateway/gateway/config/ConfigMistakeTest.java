package org.messgateway.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One mistake each: exactly one problem, on its path and line, with what would be right. */
final class ConfigMistakeTest {

  @TempDir Path directory;

  private static final String MERGED =
      """
      executors:
        ana: &a {notify: {webhook: "http://h/"}}
        ben:
          <<: *a
          notify: {webhook: "http://h/"}
      """;

  static Arguments[] mistakes() {
    return new Arguments[] {
      mistake("executer: {}", "executer", 1, "unknown key `executer`", "did you mean `executors`?"),
      mistake("wibble: 1", "wibble", 1, "unknown key", "known here"),
      mistake(
          "http: { proxies: [mess.lan] }",
          "http.proxies[0]",
          1,
          "`mess.lan` is not an address or a range",
          "10.0.0.0/8"),
      mistake(
          "http: { hosts: [\"https://mess.lan\"] }",
          "http.hosts[0]",
          1,
          "is not a host",
          "without scheme and port"),
      mistake(
          "http: { client_address_header: Forwarded }",
          "http.client_address_header",
          1,
          "is not a header that lists addresses",
          "X-Forwarded-For"),
      mistake(
          """
          executors:
            ana: {notify: {webhook: "http://h/"}}
          agents:
            ana: {permit: [config]}\
          """,
          "agents.ana",
          4,
          "`ana` is an executor, too: config.yaml:2",
          "call one of them otherwise"),
      mistake(
          "agents: {claude: {webhok: \"http://h/\"}}",
          "agents.claude.webhok",
          1,
          "unknown key",
          "`webhook`"),
      mistake(
          "agents: {claude: {webhook: {headers: {a: b}}}}",
          "agents.claude.webhook",
          1,
          "`url` is missing",
          "write where to"),
      mistake("http: { agents: { open: 0 } }", "http.agents.open", 1, "is not a whole number", ""),
      mistake("executors: [ana]", "executors", 1, "a list stands where a map", ""),
      mistake("executors:\n  ana: hello", "executors.ana", 2, "`hello` stands where a map", ""),
      mistake(
          executor("capabilites: [x]"),
          "executors.ana.capabilites",
          3,
          "unknown key",
          "`capabilities`"),
      mistake(
          executor("capabilities: [{a: 1, b: 2}]"),
          "executors.ana.capabilities[0]",
          3,
          "a map",
          "write its id"),
      mistake(
          executor("timezone: Europe/Berln"),
          "executors.ana.timezone",
          3,
          "`Europe/Berln` is not a time zone",
          "`Europe/Berlin`"),
      mistake(
          executor("availability: shedule"),
          "executors.ana.availability",
          3,
          "is not one of",
          "`schedule`"),
      mistake(
          executor("availability: schedule"),
          "executors.ana.availability",
          3,
          "`schedule` is missing",
          "0 8-22"),
      mistake(executor("schedule: 0 8"), "executors.ana.schedule", 3, "five fields", "0 8-22"),
      mistake(
          executor("min_priority: high"),
          "executors.ana.min_priority",
          3,
          "`high`",
          "background, normal, elevated, urgent"),
      mistake(
          executor("quiet_hours: {start: 22h, end: 7:00}"),
          "executors.ana.quiet_hours.start",
          3,
          "time of day",
          "22:00"),
      mistake(
          executor("quiet_hours: {start: 22:00}"),
          "executors.ana.quiet_hours",
          3,
          "`end` is missing",
          "07:00"),
      mistake(
          executor("quiet_hours: {enabled: yes, start: 22:00, end: 7:00}"),
          "executors.ana.quiet_hours.enabled",
          3,
          "`yes` is not true or false",
          ""),
      mistake(executor("sees: all"), "executors.ana.sees", 3, "not one of own, thread", ""),
      mistake(
          "executors:\n  a/b: { notify: {webhook: \"http://h/x\"} }",
          "executors.a/b",
          2,
          "cannot be called",
          ""),
      mistake(
          notify("webhok: http://h/x"),
          "executors.ana.notify.webhok",
          3,
          "no channel `webhok`",
          "`webhook`"),
      mistake(
          notify("pigeon: x"),
          "executors.ana.notify.pigeon",
          3,
          "no channel `pigeon`",
          "slack, sms, telegram, webhook"),
      mistake(
          notify("webhook: [a, b]"),
          "executors.ana.notify.webhook",
          3,
          "a list stands where an address",
          ""),
      mistake(
          notify("webhook:"),
          "executors.ana.notify.webhook",
          3,
          "nothing stands where an address",
          ""),
      mistake(
          notify("webhook: robot"),
          "executors.ana.notify.webhook",
          3,
          "no address for webhook",
          "https://robot.example.com/mess"),
      mistake(
          notify("webhook: http://robot.example.com/" + "x".repeat(2_000)),
          "executors.ana.notify.webhook",
          3,
          "has 2025 bytes",
          "a shorter URL"),
      mistake(
          notify("webhook: {secret: x}"),
          "executors.ana.notify.webhook",
          3,
          "`url` is missing",
          ""),
      mistake(
          notify("webhook: {url: \"http://h/\", formt: json}"),
          "executors.ana.notify.webhook.formt",
          3,
          "unknown key",
          "`format`"),
      mistake(
          notify("webhook: {url: \"http://h/\", max_body: 1 ton}"),
          "executors.ana.notify.webhook.max_body",
          3,
          "not a size",
          "256KiB"),
      mistake(
          notify("webhook: {url: \"http://h/\", headers: x}"),
          "executors.ana.notify.webhook.headers",
          3,
          "map of keys",
          ""),
      mistake(
          notify("order: [webook], webhook: \"http://h/\""),
          "executors.ana.notify.order[0]",
          3,
          "has no address here",
          "`webhook`"),
      mistake(
          notify("order: [webhook], after: 3x, webhook: \"http://h/\""),
          "executors.ana.notify.after",
          3,
          "not a duration",
          "2h30m"),
      mistake(
          notify("telegram: \"123\""),
          "dispatch.telegram.bot_token",
          3,
          "`bot_token` is missing, and ana is told by telegram",
          "dispatch.telegram"),
      mistake(
          notify("telegram: \"123\"") + "dispatch:\n  telegram: {bot_token: \"${T:-}\"}",
          "dispatch.telegram.bot_token",
          5,
          "is missing",
          ""),
      mistake(
          "dispatch: {telegram: {bot_token: \"${NO_SUCH}\"}}",
          "dispatch.telegram.bot_token",
          1,
          "NO_SUCH is not set",
          "secrets.env"),
      mistake("title: ${TITLE", "title", 1, "no variable", "${NAME}"),
      mistake("dispatch:\n  slck: {}", "dispatch.slck", 2, "no adapter of type `slck`", "`slack`"),
      mistake("dispatch: {order: {}}", "dispatch.order", 1, "cannot be called", ""),
      mistake("dispatch: {slack: token}", "dispatch.slack", 1, "where a map of keys", ""),
      mistake(
          "dispatch: {slack: {bot_token: x, bot_tokn: y}}",
          "dispatch.slack.bot_tokn",
          1,
          "unknown key",
          "`bot_token`"),
      mistake(
          "dispatch: {slack: {bot_token: [x]}}",
          "dispatch.slack.bot_token",
          1,
          "a list stands where a text",
          ""),
      mistake(
          "dispatch: {slack: {bot_token: x, base_url: slack.com}}",
          "dispatch.slack.base_url",
          1,
          "URL",
          "https://"),
      mistake(
          "dispatch: {slack: {bot_token: x, rate: fast}}",
          "dispatch.slack.rate",
          1,
          "`fast` is not a rate",
          "1/s"),
      mistake(
          "dispatch: {slack: {bot_token: x, rate: {each: 1/s}}}",
          "dispatch.slack.rate.each",
          1,
          "unknown key",
          "per_address, total"),
      mistake(
          "dispatch: {slack: {bot_token: x, concurrency: 0}}",
          "dispatch.slack.concurrency",
          1,
          "from 1 to 64",
          ""),
      mistake(
          "dispatch: {slack: {bot_token: x, retry: [1s, soon]}}",
          "dispatch.slack.retry[1]",
          1,
          "`soon` is not a duration",
          ""),
      mistake(
          "dispatch: {slack: {bot_token: a b}}",
          "dispatch.slack.bot_token",
          1,
          "has a space in it",
          ""),
      mistake("routing: 3", "routing", 1, "map of keys", ""),
      mistake(
          "routing:\n  - match: {capabilty: x}\n    prefer: everyone",
          "routing[0].match.capabilty",
          2,
          "unknown key",
          "`capability`"),
      mistake(
          "routing:\n  - match: {urgency: later}\n    prefer: everyone",
          "routing[0].match.urgency",
          2,
          "`later`",
          "whenever, soon, now"),
      mistake(
          "routing:\n  - match: {precision: exat}\n    prefer: everyone",
          "routing[0].match.precision",
          2,
          "`exat`",
          "`exact`"),
      mistake(
          "routing:\n  - prefer: everyone\n    then: everyone\n    after: never",
          "routing[0].after",
          4,
          "not a duration",
          ""),
      mistake(
          "routing:\n  - default:\n    prefer: everyone\n  - default: everyone",
          "routing[1]",
          4,
          "second default",
          ""),
      mistake(
          "routing:\n  - default:\n    match: {capability: x}\n    prefer: everyone",
          "routing[0]",
          2,
          "either",
          ""),
      mistake(
          "routing:\n  - prefers: everyone\n    prefer: everyone",
          "routing[0].prefers",
          2,
          "unknown key",
          "`prefer`"),
      mistake("http: {port: 84200}", "http.port", 1, "from 0 to 65535", ""),
      mistake("http: {port: http}", "http.port", 1, "`http` is not a whole number", ""),
      mistake(
          "http: {host: \"http://x/\"}", "http.host", 1, "no address to listen on", "127.0.0.1"),
      mistake("http: {enable: true}", "http.enable", 1, "unknown key", "`enabled`"),
      mistake("client_url: mess.example.com", "client_url", 1, "URL", "https://"),
      mistake("client_url: https://a.example/?x=1", "client_url", 1, "? or #", ""),
      mistake(
          "exchange: {type: remote, api_key: k}",
          "exchange",
          1,
          "needs a url",
          "https://mess.example.com/api/v1/exchanges/home"),
      mistake(
          "exchange: {type: remote, url: https://mess.example.com/api/v1/exchanges/home}",
          "exchange",
          1,
          "needs an api_key",
          "register at the server"),
      mistake(
          "exchange: {type: remote, url: ftp://mess.example.com, api_key: k}",
          "exchange.url",
          1,
          "no URL of an exchange server",
          "https://mess.example.com"),
      mistake(
          "exchange: {type: remote, url: https://mess.example.com, api_key: k}",
          "exchange.url",
          1,
          "does not say which exchange",
          "https://mess.example.com"),
      mistake(
          "exchange: {type: remote, url: https://m.example.com/x/exchanges/a, api_key: k, poll:"
              + " 0s}",
          "exchange.poll",
          1,
          "not a time from 1s to 1h",
          "write it like 5s"),
      mistake(
          "exchange: {path: here}\nexchanges: [{path: here}]",
          "exchanges[0]",
          2,
          "written twice",
          "leave one"),
      mistake(
          "exchanges: [{path: a, name: home}, {path: b, name: home}]",
          "exchanges[1]",
          1,
          "another exchange is called `home`",
          "another name"),
      mistake(
          "exchanges:\n  a/b: {path: a}",
          "exchanges.a/b",
          2,
          "an exchange cannot be called `a/b`",
          "letters, digits"),
      mistake(
          "exchange: {name: 0123456789abcdef}", "exchange", 1, "looks like an id", "another name"),
      mistake("exchange: {type: moon}", "exchange.type", 1, "`moon`", "local, remote"),
      mistake(
          "store: {url: \"jdbc:sqlite:/x.db\", password: hunter22}",
          "store.password",
          1,
          "unknown key",
          ""),
      mistake("store: {url: \"mysql:x\"}", "store.url", 1, "no URL of a store", "jdbc:postgresql:"),
      mistake(
          "store: {url: \"jdbc:postgresql://host\"}",
          "store.url",
          1,
          "no URL of a store",
          "/database"),
      mistake("stale_after: 1 year", "stale_after", 1, "not a duration", ""),
      mistake("limits: {in_flight: many}", "limits.in_flight", 1, "whole number", ""),
      mistake("title: " + "x".repeat(61), "title", 1, "too long", ""),
      mistake("title: [a]", "title", 1, "a list stands where a text", ""),
      mistake("title: a\ntitle: b", "title", 2, "second time, first in line 1", "keep one"),
      mistake(MERGED, "executors.ben.<<", 4, "merge keys", ""),
      mistake("title: a\nhttp: {port: 1", "", 2, "this is no YAML", ""),
      mistake("title: a\n---\ntitle: b", "", 3, "second document", "---"),
      mistake("title: *name", "title", 1, "no anchor", "quotes"),
    };
  }

  private static String executor(String line) {
    return "executors:\n  ana:\n    " + line + "\n    notify: {webhook: \"http://h/x\"}";
  }

  private static String notify(String inside) {
    return "executors:\n  ana:\n    notify: {" + inside + "}\n";
  }

  private static Arguments mistake(String text, String path, int line, String what, String right) {
    return Arguments.of(text, path, line, what, right);
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void aMistakeIsToldOnceWithItsPlaceAndCure(
      String text, String path, int line, String what, String right) {
    List<ConfigProblem> found = new Home(directory).config(text).mistakes();
    assertEquals(1, found.size(), found::toString);
    ConfigProblem problem = found.getFirst();
    assertEquals(path, problem.path());
    assertEquals(line, problem.position().line(), problem::toString);
    assertTrue(problem.what().contains(what), problem::toString);
    assertTrue((problem.right() + problem.what()).contains(right), problem::toString);
  }
}
