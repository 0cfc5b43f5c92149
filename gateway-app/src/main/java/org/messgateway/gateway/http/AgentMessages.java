package org.messgateway.gateway.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.AgentRequests;
import org.messgateway.gateway.answer.AgentRequests.EntryOutcome;
import org.messgateway.gateway.answer.AgentRequests.Found;
import org.messgateway.gateway.answer.AgentRequests.RequestMessage;
import org.messgateway.gateway.answer.AgentRequests.RequestResult;
import org.messgateway.gateway.config.Registrant;

/**
 * Takes messages of agents, however they came: within the agent's quota, with {@code config}
 * entries or without. All of a message is checked first. Other entries are written before those of
 * configuration, because what is registered once more changes nothing; queries are answered when
 * all is written. Safe for all threads; what is refused is a {@link ProblemException}, and then
 * nothing of the message was written.
 */
public final class AgentMessages {

  private static final String QUERY = "query";

  /** What an operator may send. */
  private static final Set<String> ASKED = Set.of("v", QUERY);

  private final AgentRequests requests;
  private final ConfigMessages config;
  private final AgentQuota quota;

  /**
   * @param config takes entries that register executors, rules and capabilities
   */
  public AgentMessages(AgentRequests requests, ConfigMessages config, AgentQuota quota) {
    this.requests = requests;
    this.config = config;
    this.quota = quota;
  }

  /**
   * What became of a message.
   *
   * @param members of the JSON form
   * @param mess entries of the form in MESS
   * @param told outcomes of the entries that are no configuration
   */
  public record Taken(
      Map<String, @Nullable Object> members,
      List<Map<String, @Nullable Object>> mess,
      RequestResult.Stored told) {}

  /** Counts a request of an agent, before its message is read; throws 429 above the limit. */
  public void admit(String agent) {
    quota.request(agent);
  }

  /**
   * Takes a message.
   *
   * @param line from the number of an entry, 1 for the first, to its line; 0 where it is not known
   */
  public Taken take(RequestMessage message, IntUnaryOperator line) {
    if (!ConfigMessages.concerns(message.mess())) {
      return taken(stored(said(message, message.mess()), message.mess(), line, List.of()));
    }
    return register(
        new Registrant(Registrant.Kind.AGENT, message.agent()),
        message.mess(),
        line,
        message.exchange(),
        others -> said(message, others));
  }

  /** Says these entries of the message. */
  private RequestResult said(RequestMessage message, List<Map<String, @Nullable Object>> mess) {
    quota.creation(message.agent(), tasks(mess));
    return requests.say(
        new RequestMessage(
            message.agent(),
            message.channel(),
            message.key(),
            mess,
            message.exchange(),
            message.files()));
  }

  /** Answers an operator, who asks about the threads of everybody. */
  Taken look(List<Map<String, @Nullable Object>> mess, IntUnaryOperator line) {
    return taken(stored(asked(mess), mess, line, List.of()));
  }

  /** Takes an operator's message with {@code config} entries. */
  Taken register(
      Registrant by,
      List<Map<String, @Nullable Object>> mess,
      IntUnaryOperator line,
      Optional<String> exchange) {
    return register(by, mess, line, exchange, this::asked);
  }

  private RequestResult asked(List<Map<String, @Nullable Object>> mess) {
    if (mess.stream().anyMatch(entry -> !ASKED.containsAll(entry.keySet()))) {
      throw new ProblemException(
          403,
          "Forbidden",
          "An operator's token permits to ask (`- query: {type: status}`) and to register"
              + " (`- config: {executor: {id: …}}`).");
    }
    return requests.ask(mess);
  }

  private Taken register(
      Registrant by,
      List<Map<String, @Nullable Object>> mess,
      IntUnaryOperator line,
      Optional<String> exchange,
      Function<List<Map<String, @Nullable Object>>, RequestResult> say) {
    ConfigMessages.CheckedMessage checked = config.checked(by, mess, exchange);
    ConfigMessages.OtherEntries others = checked.others();
    if (others.isEmpty()) {
      ConfigMessages.RegistrationAnswer registered = checked.take();
      return new Taken(
          registered.members(Map.of("ok", true)), registered.mess(), config.nothingElse());
    }
    RequestResult.Stored said = stored(say.apply(others.mess()), mess, line, others.numbers());
    ConfigMessages.RegistrationAnswer registered = checked.take();
    Taken told = taken(answeredAgain(others.mess(), said, say));
    return new Taken(registered.members(told.members()), registered.mess(told.mess()), told.told());
  }

  /** The same with the queries as they are answered now that all is registered. */
  private static RequestResult.Stored answeredAgain(
      List<Map<String, @Nullable Object>> mess,
      RequestResult.Stored said,
      Function<List<Map<String, @Nullable Object>>, RequestResult> say) {
    List<Map<String, @Nullable Object>> queries =
        mess.stream().filter(entry -> entry.keySet().equals(Set.of(QUERY))).toList();
    if (queries.isEmpty() || !(say.apply(queries) instanceof RequestResult.Stored again)) {
      return said;
    }
    Iterator<Found> found = again.outcomes(Found.class).iterator();
    List<EntryOutcome> outcomes = new ArrayList<>();
    for (EntryOutcome each : said.outcomes()) {
      outcomes.add(each instanceof Found && found.hasNext() ? found.next() : each);
    }
    return new RequestResult.Stored(said.receivedAt(), outcomes);
  }

  private static Taken taken(RequestResult.Stored told) {
    return new Taken(MessMembers.of(told), MessAnswers.of(told), told);
  }

  private static int tasks(List<Map<String, @Nullable Object>> mess) {
    return (int) mess.stream().filter(each -> each.containsKey("request")).count();
  }

  /**
   * @param numbers of the entries in the message; empty where they are all of it
   */
  private static RequestResult.Stored stored(
      RequestResult outcome,
      List<Map<String, @Nullable Object>> mess,
      IntUnaryOperator line,
      List<Integer> numbers) {
    return switch (outcome) {
      case RequestResult.Stored taken -> taken;
      case RequestResult.Rejected refused ->
          throw EntryRefusal.of(
              mess,
              line,
              refused.sentence(),
              refused.example(),
              refused.entry() == 0 || numbers.isEmpty()
                  ? refused.entry()
                  : numbers.get(refused.entry() - 1));
      case RequestResult.OthersThread notYours ->
          throw ProblemException.notFound(
                  "You asked for nothing that is called " + notYours.re() + ".")
              .with("re", notYours.re());
      case RequestResult.NoSuchExchange unknown ->
          throw ProblemException.notFound(unknown.sentence()).typed("urn:mess:no-such-exchange");
      case RequestResult.Unavailable later ->
          throw new ProblemException(503, "Not now", later.sentence())
              .typed("urn:mess:not-now")
              .retryAfter(Duration.ofSeconds(5));
    };
  }
}
