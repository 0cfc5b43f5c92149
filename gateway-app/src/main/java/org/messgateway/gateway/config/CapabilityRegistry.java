package org.messgateway.gateway.config;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.config.Registrations.Accepted;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.read.CapabilityFile;
import org.messgateway.gateway.exchange.read.CapabilityFile.Capability;
import org.messgateway.gateway.exchange.write.CapabilityWriter;

/** Registers capabilities in the catalogue of one exchange. */
final class CapabilityRegistry {

  static final String KEY = "capability";

  private final ExchangeDirectory exchange;

  private CapabilityRegistry(ExchangeDirectory exchange) {
    this.exchange = exchange;
  }

  /**
   * The catalogue of an exchange.
   *
   * @param called its name or id; empty for the first one
   * @throws RegistrationException when there is none of that name, or when it is on a server
   */
  static CapabilityRegistry of(List<ExchangeConfig> exchanges, Optional<String> called) {
    ExchangeConfig found =
        called.isEmpty()
            ? exchanges.getFirst()
            : exchanges.stream()
                .filter(each -> each.name().equals(called.get()) || hasId(each, called.get()))
                .findFirst()
                .orElseThrow(() ->
                    RegistrationException.mistake(
                        "exchange",
                        "there is no exchange \"%s\" here".formatted(called.get()),
                        "there are "
                            + String.join(
                                ", ", exchanges.stream().map(ExchangeConfig::name).toList())));
    if (found.settings().isPresent()) {
      throw RegistrationException.mistake(
          "config." + KEY,
          "the exchange " + found.shown() + " is on a server, which keeps its catalogue itself",
          "register it there, or name an exchange in a folder: ?exchange=NAME");
    }
    try {
      return new CapabilityRegistry(found.directory());
    } catch (IOException e) {
      throw notNow(e);
    }
  }

  private static boolean hasId(ExchangeConfig exchange, String called) {
    try {
      return exchange.settings().isEmpty() && exchange.id().equals(called);
    } catch (IOException e) {
      return false;
    }
  }

  /** What others described is theirs, and an operator's to change. */
  void check(Registrant by, Map<String, Map<String, Object>> capabilities) {
    if (by.kind() != Registrant.Kind.EXECUTOR) {
      return;
    }
    for (Capability known : new CapabilityFile(exchange.root()).all()) {
      Map<String, Object> said = capabilities.get(known.id());
      if (said != null && !by.toString().equals(known.registeredBy()) && !says(said, known)) {
        throw RegistrationException.forbidden(
            "config." + KEY,
            "`%s` is described already; an operator may describe it anew.".formatted(known.id()));
      }
    }
  }

  private static boolean says(Map<String, Object> said, Capability known) {
    Object description = said.get("description");
    return Objects.equals(text(description), known.description())
        && CapabilityFile.tags(said.get("tags")).equals(known.tags());
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : value.toString();
  }

  List<Accepted> take(Map<String, Map<String, Object>> capabilities, Map<String, Object> stamp) {
    List<Accepted> accepted = new ArrayList<>();
    List<String> ids = List.copyOf(capabilities.keySet());
    try {
      List<CapabilityWriter.Change> changes =
          new CapabilityWriter(exchange).add(List.copyOf(capabilities.values()), stamp);
      for (int i = 0; i < ids.size(); i++) {
        accepted.add(new Accepted(KEY, ids.get(i), hints(changes.get(i))));
      }
      return accepted;
    } catch (IOException e) {
      throw notNow(e);
    }
  }

  private static List<String> hints(CapabilityWriter.Change change) {
    return switch (change) {
      case ADDED -> List.of();
      case REPLACED -> List.of("it was known already; this description replaces the one before");
      case UNCHANGED -> List.of("it was known already, and described so");
    };
  }

  private static RegistrationException notNow(IOException e) {
    String why =
        e instanceof NoSuchFileException gone ? gone.getFile() + " is not there" : e.getMessage();
    return RegistrationException.notNow(
        CapabilityFile.NAME + " cannot be written: " + why + ". Try again later.");
  }
}
