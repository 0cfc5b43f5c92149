package org.messgateway.gateway.config;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.messgateway.api.Audience;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.Reminders;

/** Reads the whole of {@code config.yaml}, and the executor files beside it. */
final class GatewayReader {

  private static final Duration USUAL_STALE = Duration.ofHours(24);
  private static final int LONGEST_TITLE = 60;
  private static final long MOST_ATTEMPTS = 10_000;

  private final Path home;
  private final Section root;
  private final Problems problems;
  private final KnownChannels known;
  private final ZoneId zone;
  private final ChannelUses uses = new ChannelUses();

  GatewayReader(Path home, Section root, KnownChannels known, ZoneId zone) {
    this.home = home;
    this.root = root;
    this.problems = root.value().reading().problems();
    this.known = known;
    this.zone = zone;
  }

  /** What was read, with the usual in place of what was wrong. */
  GatewayConfig read() {
    DispatchReader dispatch = new DispatchReader(known);
    root.section("dispatch").ifPresent(dispatch::names);
    ExecutorReader executorReader = new ExecutorReader(known, uses, zone);
    Map<String, Executor> executors = executors(executorReader);
    RoutingReader routing = new RoutingReader();
    root.find("routing").ifPresent(routing::read);
    List<Value> operators = root.find("operators").map(Value::items).orElse(List.of());
    new References(executors).check(routing.named(), operators);
    Map<String, ChannelConfig> channels = dispatch.channels(uses);
    Map<String, HeldChannel> held = dispatch.held(uses);
    HttpConfig http = ServerReader.http(root);
    GatewayConfig config =
        new GatewayConfig(
            home,
            root.text("agent_id").orElse("mess-gateway"),
            root.find("title").flatMap(GatewayReader::title).orElse("MESS"),
            ServerReader.clientUrl(root, http),
            http,
            root.section("store").flatMap(StoreReader::read),
            new ExchangeReader(home).readAll(root),
            root.section("limits").map(GatewayReader::bounds).orElse(InFlightBounds.DEFAULT),
            operators.stream().flatMap(value -> value.text().stream()).toList(),
            root.as("stale_after", Amounts.DURATION_FORM).orElse(USUAL_STALE),
            ServerReader.secret(root),
            new Catalogue(
                executors,
                routing.rules(),
                routing.fallback(),
                audiences(channels, held),
                root.section("reminders").map(GatewayReader::reminders).orElse(Reminders.DEFAULT)),
            channels,
            held,
            executorReader.identities());
    root.done();
    return config;
  }

  private Map<String, Executor> executors(ExecutorReader reader) {
    Map<String, Executor> executors =
        new LinkedHashMap<>(root.section("executors").map(reader::readAll).orElse(Map.of()));
    executors.putAll(new ExecutorFiles(home, problems, known, uses, zone).read(executors));
    return executors;
  }

  private static Map<String, Audience> audiences(
      Map<String, ChannelConfig> channels, Map<String, HeldChannel> held) {
    Map<String, Audience> audiences = new HashMap<>();
    held.keySet().forEach(name -> audiences.put(name, Audience.MACHINES));
    channels.forEach(
        (name, channel) -> audiences.put(name, channel.provider().description().audience()));
    return audiences;
  }

  private static Optional<String> title(Value value) {
    Optional<String> title = value.text().filter(text -> !text.isEmpty());
    boolean fits =
        title.isPresent()
            && title.get().length() <= LONGEST_TITLE
            && title.get().chars().noneMatch(Character::isISOControl);
    if (title.isPresent() && !fits) {
      value.wrong(
          "the title stands first in every message, and this one is too long for it",
          "write at most " + LONGEST_TITLE + " characters in one line");
    }
    return title.filter(_ -> fits);
  }

  private static InFlightBounds bounds(Section section) {
    InFlightBounds usual = InFlightBounds.DEFAULT;
    InFlightBounds bounds =
        new InFlightBounds(
            section
                .as("in_flight", Forms.integer(1, MOST_ATTEMPTS))
                .map(Math::toIntExact)
                .orElse(usual.attempts()),
            section
                .as("in_flight_bytes", Amounts.SIZE_FORM)
                .filter(b -> b > 0)
                .orElse(usual.bytes()));
    section.done();
    return bounds;
  }

  private static Reminders reminders(Section section) {
    Reminders usual = Reminders.DEFAULT;
    Reminders reminders =
        new Reminders(
            section
                .as("after", Amounts.DURATION_FORM)
                .filter(Duration::isPositive)
                .orElse(usual.after()),
            section
                .as("times", Forms.integer(0, Reminders.MOST_TIMES))
                .map(Math::toIntExact)
                .orElse(usual.times()));
    section.done();
    return reminders;
  }
}
