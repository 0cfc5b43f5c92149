package org.messgateway.gateway.cli.task;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.AgentQueries;
import org.messgateway.gateway.answer.AgentQuery;
import org.messgateway.gateway.answer.query.CapabilityCatalogue;
import org.messgateway.gateway.answer.query.QueryAnswers;
import org.messgateway.gateway.answer.query.ThreadSearch;
import org.messgateway.gateway.cli.command.HomeInspector;
import org.messgateway.gateway.config.GatewayConfig;

/** Answers an operator's queries about a home, beside the gateway that runs it or without one. */
final class HomeQueries {

  private final HomeInspector home;
  private final QueryAnswers answers;

  HomeQueries(GatewayConfig config, HomeInspector home) {
    this.home = home;
    this.answers =
        new QueryAnswers(
            home.exchanges().entrySet().stream()
                .map(each -> new ThreadSearch(each.getKey(), each.getValue(), home.remembered()))
                .toList(),
            config::catalogue,
            CapabilityCatalogue.claimed(config::catalogue),
            InstantSource.system());
  }

  /** What is found, as {@link AgentQueries} tells it. */
  Map<String, @Nullable Object> answer(AgentQuery query) throws IOException {
    return answers.answer(
        home.queue().isPresent()
            ? AgentQueries.Asker.OPERATOR
            : new AgentQueries.Asker(null, null, all()),
        query);
  }

  /** Where no gateway has run, no queue knows any thread. */
  private List<AgentQueries.FreshThread> all() throws IOException {
    return home.threads().stream()
        .map(each -> new AgentQueries.FreshThread(each.exchangeId(), each.location().ref().value()))
        .toList();
  }
}
