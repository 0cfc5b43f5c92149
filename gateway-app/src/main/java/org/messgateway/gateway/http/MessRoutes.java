package org.messgateway.gateway.http;

import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Optional;
import org.messgateway.gateway.answer.AgentRequests;
import org.messgateway.gateway.config.Registrant;
import org.messgateway.gateway.http.body.Submission;
import org.messgateway.gateway.http.body.Submissions;
import org.messgateway.gateway.links.StoredToken;
import org.messgateway.gateway.links.TokenKind;

/**
 * {@code POST /mess}: what agents say. Executors may post here too and name the thread by {@code
 * re}.
 */
public final class MessRoutes implements HttpService {

  private final TokenGate gate;
  private final Submissions submissions;
  private final AnswerRoutes answers;
  private final ConfigMessages config;
  private final AgentMessages messages;
  private final ConfigMessageHandler registering;

  /**
   * @param answers takes messages of executors
   * @param config takes entries that register executors, rules and capabilities
   * @param quota of agents
   */
  public MessRoutes(
      TokenGate gate,
      Submissions submissions,
      AgentRequests requests,
      AnswerRoutes answers,
      ConfigMessages config,
      AgentQuota quota) {
    this.gate = gate;
    this.submissions = submissions;
    this.answers = answers;
    this.config = config;
    this.messages = new AgentMessages(requests, config, quota);
    this.registering = new ConfigMessageHandler(gate, config, answers);
  }

  @Override
  public void routing(HttpRules rules) {
    rules.post("/mess", this::take);
  }

  private void take(ServerRequest request, ServerResponse response) {
    Optional<StoredToken> agent = gate.stored(request, TokenKind.AGENT);
    if (agent.isPresent()) {
      ask(agent.get().name(), request, response);
    } else {
      config
          .registrant(request)
          .ifPresentOrElse(
              by -> registerOrGoOn(by, request, response), () -> answer(request, response));
    }
  }

  /** An operator, or an executor that need not be among those who answer yet. */
  private void registerOrGoOn(Registrant by, ServerRequest request, ServerResponse response) {
    try (Submission submission = RequestBodies.message(request, submissions, by.name())) {
      if (ConfigMessages.concerns(submission.mess())) {
        if (by.kind() == Registrant.Kind.OPERATOR) {
          send(
              request,
              response,
              messages.register(by, submission.mess(), submission.line(), exchange(request)));
        } else {
          registering.take(by, request, response, submission);
        }
      } else if (by.kind() == Registrant.Kind.OPERATOR) {
        look(request, response, submission);
      } else {
        gate.executor(request);
        answer(request, response, submission);
      }
    }
  }

  private void ask(String agent, ServerRequest request, ServerResponse response) {
    messages.admit(agent);
    try (Submission submission = RequestBodies.message(request, submissions, "agent " + agent)) {
      AgentRequests.RequestMessage message =
          new AgentRequests.RequestMessage(
              agent,
              "http",
              AnswerRoutes.key(request, submission),
              submission.mess(),
              exchange(request),
              submission.files());
      send(request, response, messages.take(message, submission.line()));
    }
  }

  private static void send(
      ServerRequest request, ServerResponse response, AgentMessages.Taken taken) {
    AnswerFormat.of(request).send(response, taken.members(), taken.mess());
  }

  static Optional<String> exchange(ServerRequest request) {
    return request.query().first("exchange").asOptional();
  }

  /** An operator asks, about the threads of everybody. */
  private void look(ServerRequest request, ServerResponse response, Submission submission) {
    send(request, response, messages.look(submission.mess(), submission.line()));
  }

  private void answer(ServerRequest request, ServerResponse response) {
    // No body is read before the token is checked.
    String executor = gate.executor(request);
    try (Submission submission = RequestBodies.message(request, submissions, executor)) {
      answer(request, response, submission);
    }
  }

  private void answer(ServerRequest request, ServerResponse response, Submission submission) {
    answers.answer(
        request,
        response,
        submission,
        ThreadEntries.of(submission, re -> gate.forThread(request, re)));
  }
}
