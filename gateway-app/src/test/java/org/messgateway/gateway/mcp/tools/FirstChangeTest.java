package org.messgateway.gateway.mcp.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.agents.AgentTask;
import org.messgateway.gateway.agents.AgentTasks;
import org.messgateway.gateway.agents.TaskFilter;
import org.messgateway.gateway.agents.TaskPage;
import org.messgateway.gateway.agents.WaitUntil;
import org.messgateway.gateway.mcp.Elicitation;
import org.messgateway.gateway.mcp.McpCaller;
import org.messgateway.gateway.mcp.ToolCall;

class FirstChangeTest {

  private static final String AGENT = "claude";
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final McpCaller CALLER =
      new McpCaller(AGENT, Optional.empty(), "test", Optional.empty());

  private final KnownTasks known = new KnownTasks(() -> Instant.EPOCH);

  /** A minute passes from one look at it to the next. */
  private final AtomicLong nanos = new AtomicLong();

  private final FirstChange first =
      new FirstChange(new EndedTask(), known, () -> nanos.getAndAdd(MINUTE.toNanos()));

  private Optional<String> ended() throws Exception {
    ToolCall call = new ToolCall(CALLER, Map.of(), (_, _) -> {}, new NoForms());
    return first
        .await(call, Optional.empty(), new TaskWait.Goal(WaitUntil.ENDED, MINUTE.plusNanos(1)))
        .map(AgentTask::ref);
  }

  @Test
  void anEndThatIsHeardOfLateIsNotToldAgain() throws Exception {
    assertEquals(Optional.of("r1"), ended());
    known.told(CALLER, EndedTask.TASK);
    assertEquals(Optional.empty(), ended());
  }

  private static final class NoForms implements Elicitation {

    @Override
    public boolean available() {
      return false;
    }

    @Override
    public FormReply ask(
        String message, Map<String, Object> schema, Duration limit, BooleanSupplier wanted) {
      throw new AssertionError(message);
    }
  }

  /** A task that ended; each subscriber hears of it at once. */
  private static final class EndedTask implements AgentTasks {

    static final AgentTask TASK =
        new AgentTask(
            "home",
            "r1",
            null,
            "look",
            ThreadStatus.COMPLETED,
            null,
            null,
            null,
            List.of(),
            List.of(),
            List.of(),
            "1",
            0,
            new AgentTask.ThreadText() {
              @Override
              public String yaml(AgentTask.FileForm files) {
                return "";
              }

              @Override
              public String json(AgentTask.FileForm files) {
                return "";
              }
            });

    @Override
    public Optional<AgentTask> task(String agent, Optional<String> exchange, String id) {
      return Optional.of(TASK);
    }

    @Override
    public TaskPage tasks(String agent, Optional<String> exchange, TaskFilter filter) {
      return new TaskPage(List.of(), Optional.empty());
    }

    @Override
    public Optional<AgentTask> await(
        String agent,
        Optional<String> exchange,
        String id,
        WaitUntil until,
        Duration longest,
        Optional<String> seen) {
      return Optional.of(TASK);
    }

    @Override
    public Subscription subscribe(String agent, Consumer<TaskChange> bell) {
      bell.accept(new TaskChange(TASK.exchange(), TASK.ref()));
      return () -> {};
    }
  }
}
