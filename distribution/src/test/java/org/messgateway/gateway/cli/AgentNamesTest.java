package org.messgateway.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Secret;
import org.messgateway.api.http.WebhookSecrets;

/** An agent and an executor cannot bear one name; an agent has a key of its own. */
class AgentNamesTest {

  @TempDir Path home;

  @BeforeEach
  void aHome() throws IOException {
    Files.writeString(
        home.resolve("config.yaml"),
        """
        executors: { roomba: { notify: { webhook: "http://localhost:1/" } } }
        agents: { claude: { webhook: "http://localhost:2/" } }
        dispatch: { webhook: { secret: s3cret } }
        """);
  }

  @Test
  void noTokenIsMadeForAnAgentWithTheNameOfAnExecutorNorTheOtherWayRound() {
    Ran agent = Ran.at(home, "token", "agent", "roomba");
    assertEquals(2, agent.status(), agent::toString);
    assertTrue(agent.err().contains("`roomba` is an executor"), agent::toString);
    Ran executor = Ran.at(home, "token", "executor", "claude", "--new");
    assertEquals(2, executor.status(), executor::toString);
    assertTrue(executor.err().contains("`claude` is an agent"), executor::toString);
    assertEquals(0, Ran.at(home, "token", "agent", "cursor").status());
    Ran withToken = Ran.at(home, "token", "executor", "cursor", "--new");
    assertEquals(2, withToken.status(), withToken::toString);
  }

  @Test
  void anAgentWithATokenIsNotRegisteredAsAnExecutor() throws IOException {
    assertEquals(0, Ran.at(home, "token", "agent", "cursor").status());
    Path file =
        Files.writeString(home.resolve("new.yaml"), "- config: { executor: { id: cursor } }\n");
    Ran ran = Ran.at(home, "executors", "register", file.toString());
    assertTrue(ran.status() != 0, ran::toString);
    assertTrue(ran.err().contains("`cursor` is an agent"), ran::toString);
  }

  @Test
  void theKeyOfAnAgentIsItsOwn() {
    Ran ran = Ran.at(home, "secret", "claude");
    assertEquals(0, ran.status(), ran::toString);
    assertEquals(
        WebhookSecrets.forExecutor(Secret.of("s3cret"), "claude").reveal(), ran.out().strip());
  }
}
