package org.messgateway.gateway;

import java.util.Optional;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.TaskDocument;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLook;
import org.messgateway.gateway.exchange.view.ThreadView;
import org.messgateway.gateway.exchange.view.Viewer;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.respond.AgentsView;
import org.messgateway.gateway.respond.Concerns;

/**
 * Whose a thread is: of the executors who were told of it or were to be, of the one who has it, and
 * of the agent that asked for it.
 */
final class OwnThreads implements Concerns, AgentsView {

  /** Requestors may use a name again: as many threads of one name are looked through. */
  private static final int RECENT = 100;

  private final Parts parts;

  OwnThreads(Parts parts) {
    this.parts = parts;
  }

  @Override
  public Optional<String> executor(String executor, String id) {
    return Ref.of(id)
        .filter(ref -> told(ref.value(), executor) || holds(ref, executor))
        .map(Ref::value)
        .or(() -> named(executor, id));
  }

  private Optional<String> named(String executor, String clientId) {
    return parts.queue().called(parts.exchangeId(), clientId, RECENT).stream()
        .map(ThreadRow::ref)
        .filter(ref -> told(ref, executor))
        .findFirst();
  }

  private boolean told(String ref, String executor) {
    return parts.queue().deliveries(parts.exchangeId(), ref).stream()
        .anyMatch(row -> row.identity().executor().equals(executor));
  }

  private boolean holds(Ref ref, String executor) {
    return parts.threads().load(ref) instanceof ThreadLook.Complete complete
        && executor.equals(complete.thread().thread().envelope().executor());
  }

  @Override
  public Optional<String> agent(String agent, String id) {
    return parts
        .queue()
        .thread(parts.exchangeId(), id)
        .filter(thread -> thread.isOf(agent))
        .or(() -> parts.queue().threadOf(parts.exchangeId(), agent, id))
        .map(ThreadRow::ref);
  }

  @Override
  public Optional<TaskDocument> of(String ref) {
    return Ref.of(ref)
        .map(parts.threads()::load)
        .flatMap(look ->
            look instanceof ThreadLook.Complete complete
                ? Optional.of(
                    new ThreadView(
                        complete.thread().read(),
                        NotificationKind.REQUEST,
                        new Viewer("", true),
                        null))
                : Optional.empty());
  }
}
