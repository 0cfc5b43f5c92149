package org.messgateway.gateway.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.api.Limits;
import org.messgateway.api.Rate;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;
import org.messgateway.gateway.adapters.AdapterFailure;
import org.messgateway.gateway.adapters.RegisteredProvider;

/** Reads one section below {@code dispatch}: the gateway's own keys, the rest for its adapter. */
final class ChannelReader {

  private static final int MOST_AT_ONCE = 64;

  private final String name;
  private final RegisteredProvider provider;
  private final Section section;
  private final Optional<ChannelUses.Use> use;
  private final Problems problems;

  ChannelReader(
      KnownChannels.Known.Usable channel, Section section, Optional<ChannelUses.Use> use) {
    this.name = channel.name();
    this.provider = channel.provider();
    this.section = section;
    this.use = use;
    this.problems = section.value().reading().problems();
  }

  /** Empty when it cannot be used; why was reported. */
  Optional<ChannelConfig> read() {
    int before = problems.count();
    section.find("type");
    Optional<List<Duration>> retry = section.find("retry").map(ChannelReader::retry);
    Limits limits = limits(provider.description().limits());
    SettingsReader settings = new SettingsReader(section).read(provider.description().settings());
    section.done();
    settings.missing().forEach(this::missing);
    if (problems.count() > before
        || !settings.missing().isEmpty()
        || !accepted(settings.settings())) {
      return Optional.empty();
    }
    return Optional.of(new ChannelConfig(name, provider, settings.settings(), retry, limits));
  }

  private void missing(SettingDescription setting) {
    String path = section.value().path() + "." + setting.name();
    String right =
        "write " + setting.name() + " under " + section.value().path() + ": " + setting.meaning();
    if (use.isPresent() && typed(use.get())) {
      String what =
          "`"
              + setting.name()
              + "` is missing, and "
              + use.get().executor()
              + " is told by "
              + name;
      problems.error(path, section.value().at(), what, right);
    } else {
      String what = "`" + setting.name() + "` is missing, so " + name + " tells nobody";
      problems.warn(path, section.value().at(), what, right);
    }
  }

  /** An executor file that others write cannot make the configuration wrong. */
  private static boolean typed(ChannelUses.Use use) {
    return use.written().reading().origin() == Address.Origin.CONFIGURATION;
  }

  private boolean accepted(Settings settings) {
    try {
      List<SettingProblem> found = provider.check(settings);
      found.forEach(this::refused);
      return found.isEmpty();
    } catch (AdapterFailure failure) {
      section
          .value()
          .wrong(
              "the adapter cannot check its settings: " + failure.getMessage(),
              "take the jar away or put a working one in its place");
      return false;
    }
  }

  private void refused(SettingProblem problem) {
    Position at = section.find(problem.name()).map(Value::at).orElse(section.value().at());
    problems.error(section.value().path() + "." + problem.name(), at, problem.sentence(), "");
  }

  private static List<Duration> retry(Value value) {
    List<Duration> waits = new ArrayList<>();
    for (Value item : value.items()) {
      item.as(Amounts.DURATION_FORM).ifPresent(waits::add);
    }
    return waits;
  }

  private Limits limits(Limits usual) {
    int concurrency =
        section
            .as("concurrency", Forms.integer(1, MOST_AT_ONCE))
            .map(Math::toIntExact)
            .orElse(usual.concurrency());
    Optional<Value> rate = section.find("rate");
    if (rate.isEmpty()) {
      return new Limits(concurrency, usual.lane(), usual.account());
    }
    return rate.get().isSection()
        ? limits(concurrency, rate.get(), usual)
        : new Limits(concurrency, usual.lane(), rate(rate.get(), usual.account()));
  }

  private static Limits limits(int concurrency, Value rates, Limits usual) {
    Section section = rates.section().orElseThrow();
    Rate lane = rate(section.find("per_address"), usual.lane());
    Rate account = rate(section.find("total"), usual.account());
    section.done();
    return new Limits(concurrency, lane, account);
  }

  private static @Nullable Rate rate(Optional<Value> written, @Nullable Rate usual) {
    return written.isPresent() ? rate(written.get(), usual) : usual;
  }

  private static @Nullable Rate rate(Value written, @Nullable Rate usual) {
    return written.as(Amounts.RATE_FORM).orElse(usual);
  }
}
