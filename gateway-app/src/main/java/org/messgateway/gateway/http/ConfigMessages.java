package org.messgateway.gateway.http;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.config.Registrant;
import org.messgateway.gateway.config.RegistrationException;
import org.messgateway.gateway.config.Registrations;
import org.messgateway.gateway.config.Registrations.Accepted;
import org.messgateway.gateway.links.ControlKey;
import org.messgateway.gateway.links.StoredToken;
import org.messgateway.gateway.links.TokenKind;

/**
 * Takes messages of {@code config} entries (protocol §7.4) and answers with an {@code ack} for each
 * thing that was registered. Operators may send any, executors what is about themselves, agents
 * where {@code agents: {ID: {permit: [config]}}} says so.
 */
public final class ConfigMessages {

  static final String ENTRY = "config";

  private final TokenGate gate;
  private final ControlKey key;
  private final Registrations registrations;
  private final Predicate<String> permitted;
  private final InstantSource clock;

  /**
   * @param permitted whether an agent may register executors
   */
  public ConfigMessages(
      TokenGate gate,
      ControlKey key,
      Registrations registrations,
      Predicate<String> permitted,
      InstantSource clock) {
    this.gate = gate;
    this.key = key;
    this.registrations = registrations;
    this.permitted = permitted;
    this.clock = clock;
  }

  /** Whether a message is for here. */
  static boolean concerns(List<Map<String, @Nullable Object>> mess) {
    return mess.stream().anyMatch(entry -> entry.containsKey(ENTRY));
  }

  /**
   * Who may register something by the token of this request, where it belongs to no agent. An
   * executor need not be configured yet: it may register itself.
   */
  Optional<Registrant> registrant(ServerRequest request) {
    return key.opens(TokenGate.token(request))
        ? Optional.of(new Registrant(Registrant.Kind.OPERATOR, "of this machine"))
        : gate.genuine(request).filter(token -> token.kind() != TokenKind.AGENT).map(this::of);
  }

  private Registrant of(StoredToken token) {
    Registrant.Kind kind =
        switch (token.kind()) {
          case OPERATOR -> Registrant.Kind.OPERATOR;
          case AGENT -> Registrant.Kind.AGENT;
          case EXECUTOR -> Registrant.Kind.EXECUTOR;
        };
    return new Registrant(kind, token.name());
  }

  /** Takes a message that {@link #concerns} configuration; throws where nothing was registered. */
  void take(
      Registrant by,
      List<Map<String, @Nullable Object>> mess,
      ServerRequest request,
      ServerResponse response) {
    if (by.kind() == Registrant.Kind.AGENT && !permitted.test(by.name())) {
      throw new ProblemException(
          403,
          "Forbidden",
          "You may not register executors or rules. An operator may permit it: agents: {"
              + by.name()
              + ": {permit: [config]}}.");
    }
    List<Accepted> accepted = accepted(by, mess);
    AnswerFormat.of(request)
        .send(
            response,
            Map.of(
                "ok", true, "registered", accepted.stream().map(ConfigMessages::member).toList()),
            accepted.stream().map(this::ack).toList());
  }

  private static Map<String, @Nullable Object> member(Accepted accepted) {
    Map<String, @Nullable Object> member = new LinkedHashMap<>();
    member.put(accepted.type(), accepted.name());
    member.put("hints", accepted.hints());
    return member;
  }

  private List<Accepted> accepted(Registrant by, List<Map<String, @Nullable Object>> mess) {
    List<@Nullable Object> configs = new ArrayList<>();
    for (Map<String, @Nullable Object> entry : mess) {
      entry.forEach((type, value) -> {
        if (type.equals(ENTRY)) {
          configs.add(value);
        } else if (!type.equals("v")) {
          throw new ProblemException(
                  422,
                  "Refused",
                  "Send `config` entries in a message of their own, without " + type)
              .typed("urn:mess:refused");
        }
      });
    }
    try {
      return registrations.take(by, configs);
    } catch (RegistrationException e) {
      throw problem(e);
    }
  }

  private static ProblemException problem(RegistrationException refused) {
    return switch (refused.reason()) {
      case MISTAKE ->
          new ProblemException(422, "Refused", refused.sentence())
              .typed("urn:mess:refused")
              .with("key", refused.key());
      case FORBIDDEN ->
          new ProblemException(403, "Forbidden", refused.sentence()).with("key", refused.key());
      case NOT_NOW ->
          new ProblemException(503, "Not now", refused.sentence())
              .typed("urn:mess:not-now")
              .retryAfter(Duration.ofSeconds(5));
    };
  }

  private Map<String, @Nullable Object> ack(Accepted accepted) {
    Map<String, @Nullable Object> ack = new LinkedHashMap<>();
    ack.put("re", "last");
    ack.put(ENTRY, Map.of(accepted.type(), accepted.name()));
    ack.put("received_at", clock.instant().toString());
    if (!accepted.hints().isEmpty()) {
      ack.put("hints", accepted.hints());
    }
    Map<String, @Nullable Object> entry = new LinkedHashMap<>();
    entry.put("ack", ack);
    return entry;
  }
}
