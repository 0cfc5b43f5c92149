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
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.AgentRequests.RequestResult;
import org.messgateway.gateway.config.Registrant;
import org.messgateway.gateway.config.RegistrationException;
import org.messgateway.gateway.config.Registrations;
import org.messgateway.gateway.config.Registrations.Accepted;
import org.messgateway.gateway.links.ControlKey;
import org.messgateway.gateway.links.StoredToken;
import org.messgateway.gateway.links.TokenKind;

/**
 * Takes {@code config} entries of messages (protocol §7.4); each thing that was registered is
 * answered with an {@code ack}. Operators may send any, executors what is about themselves, agents
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
   * @param permitted whether an agent may register anything
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

  /**
   * The config entries of a message, which would be taken, and the other ones.
   *
   * @param exchange that the message names
   */
  record CheckedMessage(
      ConfigMessages messages,
      Registrant by,
      List<@Nullable Object> configs,
      Optional<String> exchange,
      OtherEntries others) {

    /** Registers; throws where nothing was registered. */
    RegistrationAnswer take() {
      return messages.taken(this);
    }
  }

  /**
   * The entries of a message beside those of configuration.
   *
   * @param numbers of these in the message, 1 for its first entry
   */
  record OtherEntries(List<Map<String, @Nullable Object>> mess, List<Integer> numbers) {

    private static final String VERSION = "v";

    /** The number in the message of one of these entries, 1 for the first. */
    int number(int entry) {
      return numbers.get(entry - 1);
    }

    /** Whether there is nothing but a version. */
    boolean isEmpty() {
      return mess.stream().allMatch(entry -> entry.keySet().equals(Set.of(VERSION)));
    }
  }

  /**
   * What was registered, as the answer tells it.
   *
   * @param members of the JSON form
   * @param mess entries of the form in MESS
   */
  record RegistrationAnswer(
      Map<String, @Nullable Object> members, List<Map<String, @Nullable Object>> mess) {

    /** Sends it as the whole answer. */
    void send(ServerRequest request, ServerResponse response) {
      send(request, response, Map.of("ok", true), List.of());
    }

    /** Sends it with what became of the other entries. */
    void send(
        ServerRequest request,
        ServerResponse response,
        Map<String, @Nullable Object> others,
        List<Map<String, @Nullable Object>> entries) {
      AnswerFormat.of(request).send(response, members(others), mess(entries));
    }

    /** The members of both. */
    Map<String, @Nullable Object> members(Map<String, @Nullable Object> others) {
      Map<String, @Nullable Object> all = new LinkedHashMap<>(others);
      all.putAll(members);
      return all;
    }

    /** The entries of both. */
    List<Map<String, @Nullable Object>> mess(List<Map<String, @Nullable Object>> others) {
      List<Map<String, @Nullable Object>> both = new ArrayList<>(mess);
      both.addAll(others);
      return both;
    }
  }

  /** What became of all else of a message in which there is nothing else. */
  RequestResult.Stored nothingElse() {
    return new RequestResult.Stored(clock.instant(), List.of());
  }

  /** Checks a message that {@link #concerns} configuration; throws where it would not be taken. */
  CheckedMessage checked(
      Registrant by, List<Map<String, @Nullable Object>> mess, Optional<String> exchange) {
    permitted(by);
    List<@Nullable Object> configs = new ArrayList<>();
    List<Map<String, @Nullable Object>> others = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < mess.size(); i++) {
      Map<String, @Nullable Object> entry = new LinkedHashMap<>(mess.get(i));
      if (entry.containsKey(ENTRY)) {
        configs.add(entry.remove(ENTRY));
      }
      if (!entry.isEmpty()) {
        others.add(entry);
        numbers.add(i + 1);
      }
    }
    CheckedMessage checked =
        new CheckedMessage(this, by, configs, exchange, new OtherEntries(others, numbers));
    try {
      registrations.check(by, configs, exchange);
    } catch (RegistrationException e) {
      throw problem(e);
    }
    return checked;
  }

  private RegistrationAnswer taken(CheckedMessage message) {
    try {
      List<Accepted> accepted =
          registrations.take(message.by(), message.configs(), message.exchange());
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      members.put("registered", accepted.stream().map(ConfigMessages::member).toList());
      return new RegistrationAnswer(members, accepted.stream().map(this::ack).toList());
    } catch (RegistrationException e) {
      throw problem(e);
    }
  }

  private void permitted(Registrant by) {
    if (by.kind() == Registrant.Kind.AGENT && !permitted.test(by.name())) {
      throw new ProblemException(
          403,
          "Forbidden",
          "You may not register executors, rules or capabilities. An operator may permit it:"
              + " agents: {"
              + by.name()
              + ": {permit: [config]}}.");
    }
  }

  private static Map<String, @Nullable Object> member(Accepted accepted) {
    Map<String, @Nullable Object> member = new LinkedHashMap<>();
    member.put(accepted.type(), accepted.name());
    member.put("hints", accepted.hints());
    return member;
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
