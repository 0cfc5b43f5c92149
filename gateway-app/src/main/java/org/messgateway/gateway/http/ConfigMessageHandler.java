package org.messgateway.gateway.http;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import org.messgateway.gateway.config.Registrant;
import org.messgateway.gateway.http.body.Submission;

/**
 * Takes messages of executors with {@code config} entries, alone or beside others. All of a message
 * is checked first. Its other entries are written before these, because what is registered once
 * more changes nothing.
 */
final class ConfigMessageHandler {

  private final TokenGate gate;
  private final ConfigMessages config;
  private final AnswerRoutes answers;

  ConfigMessageHandler(TokenGate gate, ConfigMessages config, AnswerRoutes answers) {
    this.gate = gate;
    this.config = config;
    this.answers = answers;
  }

  void take(Registrant by, ServerRequest request, ServerResponse response, Submission submission) {
    ConfigMessages.CheckedMessage checked =
        config.checked(by, submission.mess(), MessRoutes.exchange(request));
    ConfigMessages.OtherEntries others = checked.others();
    if (others.isEmpty()) {
      checked.take().send(request, response);
      return;
    }
    gate.executor(request);
    AnswerRoutes.AnswerForms said =
        answers.answered(request, response, submission, threads(request, submission, others));
    checked.take().send(request, response, said.members(), said.mess());
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
                each.claims(),
                each.mess(),
                each.numbers().stream().map(others::number).toList(),
                each.files()))
        .toList();
  }
}
