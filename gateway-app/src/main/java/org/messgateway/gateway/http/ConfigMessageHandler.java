package org.messgateway.gateway.http;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.AgentRequests;
import org.messgateway.gateway.answer.AgentRequests.EntryOutcome;
import org.messgateway.gateway.answer.AgentRequests.Found;
import org.messgateway.gateway.answer.AgentRequests.RequestResult;
import org.messgateway.gateway.config.Registrant;
import org.messgateway.gateway.http.body.Submission;

/**
 * Takes messages with {@code config} entries, alone or beside others. All of a message is checked
 * first. Its other entries are written before these, because what is registered once more changes
 * nothing; its queries are answered when all is written.
 */
final class ConfigMessageHandler {

  private static final String QUERY = "query";

  private final TokenGate gate;
  private final ConfigMessages config;
  private final AgentRequests requests;
  private final AnswerRoutes answers;
  private final AgentQuota quota;

  ConfigMessageHandler(
      TokenGate gate,
      ConfigMessages config,
      AgentRequests requests,
      AnswerRoutes answers,
      AgentQuota quota) {
    this.gate = gate;
    this.config = config;
    this.requests = requests;
    this.answers = answers;
    this.quota = quota;
  }

  void take(Registrant by, ServerRequest request, ServerResponse response, Submission submission) {
    ConfigMessages.CheckedMessage checked = config.checked(by, submission.mess(), request);
    ConfigMessages.OtherEntries others = checked.others();
    if (others.isEmpty()) {
      checked.take().send(request, response);
      return;
    }
    if (by.kind() == Registrant.Kind.EXECUTOR) {
      gate.executor(request);
      AnswerRoutes.AnswerForms said =
          answers.answered(request, response, submission, threads(request, submission, others));
      checked.take().send(request, response, said.members(), said.mess());
      return;
    }
    if (by.kind() == Registrant.Kind.AGENT) {
      quota.creation(by.name(), MessRoutes.tasks(submission));
    }
    RequestResult.Stored said =
        MessRoutes.stored(
            say(by, request, submission, others.mess()), submission, others.numbers());
    ConfigMessages.RegistrationAnswer registered = checked.take();
    RequestResult.Stored told = answeredAgain(by, request, submission, others.mess(), said);
    registered.send(request, response, MessRoutes.members(told), MessAnswers.of(told));
  }

  private List<ThreadEntries> threads(
      ServerRequest request, Submission submission, ConfigMessages.OtherEntries others) {
    Submission rest =
        new Submission(
            others.mess(),
            submission.files(),
            submission.digest(),
            number -> submission.line().applyAsInt(others.number(number)),
            () -> {});
    return ThreadEntries.of(rest, re -> gate.forThread(request, re)).stream()
        .map(each ->
            new ThreadEntries(
                each.claims(), each.mess(), each.numbers().stream().map(others::number).toList()))
        .toList();
  }

  private RequestResult say(
      Registrant by,
      ServerRequest request,
      Submission submission,
      List<Map<String, @Nullable Object>> mess) {
    if (by.kind() == Registrant.Kind.OPERATOR) {
      MessRoutes.onlyAsks(mess);
      return requests.ask(mess);
    }
    return requests.say(MessRoutes.message(by.name(), request, submission, mess));
  }

  /** The same with the queries as they are answered now that all is registered. */
  private RequestResult.Stored answeredAgain(
      Registrant by,
      ServerRequest request,
      Submission submission,
      List<Map<String, @Nullable Object>> mess,
      RequestResult.Stored said) {
    List<Map<String, @Nullable Object>> queries =
        mess.stream().filter(entry -> entry.keySet().equals(Set.of(QUERY))).toList();
    if (queries.isEmpty()
        || !(say(by, request, submission, queries) instanceof RequestResult.Stored again)) {
      return said;
    }
    Iterator<Found> found = again.outcomes(Found.class).iterator();
    List<EntryOutcome> outcomes = new ArrayList<>();
    for (EntryOutcome each : said.outcomes()) {
      outcomes.add(each instanceof Found && found.hasNext() ? found.next() : each);
    }
    return new RequestResult.Stored(said.receivedAt(), outcomes);
  }
}
