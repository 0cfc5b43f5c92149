package org.messgateway.gateway.cli.operate;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.HomeInspector;
import org.messgateway.gateway.cli.command.KeyFolder;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.QueueView;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code revoke}: a token, or one executor's links, open nothing from now on. */
@CommandLine.Command(
    name = "revoke",
    description = "Takes a token away, or ends an executor's links; it counts at once.")
public final class RevokeCommand extends Command {

  /** Deliveries looked through for the tasks that links led to. */
  private static final int MOST = 5_000;

  @Parameters(paramLabel = "ID", arity = "0..1", description = "A token, as `tokens` lists it.")
  private @Nullable String id;

  @Option(
      names = "--links",
      paramLabel = "EXECUTOR",
      description = "Ends all links that this executor was sent until now.")
  private @Nullable String executor;

  @Override
  public Integer call() {
    try (CommandContext context = workplace()) {
      if (id != null && executor == null) {
        token(context, id);
      } else if (executor != null && id == null) {
        links(context, executor);
      } else {
        throw CommandFailure.usage("Name one token, or one executor with --links.");
      }
      return DONE;
    } catch (IOException e) {
      throw CommandFailure.failed("The token could not be taken away: " + e.getMessage());
    }
  }

  private void token(CommandContext context, String token) throws IOException {
    if (!KeyFolder.tokens(context).revoke(token)) {
      throw CommandFailure.failed("There is no token " + token + ". To see them: tokens");
    }
    out().line("Token " + token + " opens nothing any more.");
  }

  private void links(CommandContext context, String whose) throws IOException {
    Set<String> known = context.inForce().catalogue().executors().keySet();
    Told told = told(context, whose);
    if (!known.contains(whose) && told.deliveries() == 0) {
      throw CommandFailure.usage(
          "There is no executor `" + whose + "`; there are: " + String.join(", ", known));
    }
    KeyFolder.revocations(context).revoke(whose, Instant.now());
    out()
        .line(
            "Links that "
                + whose
                + " was sent until now open nothing any more. They led to "
                + told.openTasks()
                + (told.openTasks() == 1 ? " open task." : " open tasks."));
    err().line(remedy(context, whose, known.contains(whose)));
  }

  private static String remedy(CommandContext context, String whose, boolean configured)
      throws IOException {
    long tokens =
        KeyFolder.tokens(context).read().stream().filter(each -> each.name().equals(whose)).count();
    String next =
        configured
            ? "A new link comes with the next message about a task, or when "
                + whose
                + " writes `list` in the chat."
            : "The configuration has no " + whose + ": nothing opens until it has.";
    return tokens == 0
        ? next
        : next + " Tokens of this name are ended by their ids (" + tokens + "): tokens, revoke ID.";
  }

  /**
   * What an executor was told of.
   *
   * @param openTasks tasks that are not over
   */
  private record Told(int deliveries, long openTasks) {}

  private static Told told(CommandContext context, String whose) throws IOException {
    try (HomeInspector inspector = new HomeInspector(context.config())) {
      return inspector.queue().map((QueueView queue) -> told(queue, whose)).orElse(new Told(0, 0));
    }
  }

  private static Told told(QueueView queue, String whose) {
    DeliveryFilter filter = new DeliveryFilter(null, whose, null, Set.of(DeliveryState.DELIVERED));
    List<DeliveryRow> rows = queue.find(filter, MOST);
    long open =
        rows.stream()
            .map(DeliveryRow::identity)
            .filter(each -> open(queue, each.exchange(), each.ref()))
            .map(each -> each.exchange() + " " + each.ref())
            .distinct()
            .count();
    return new Told(rows.size(), open);
  }

  private static boolean open(QueueView queue, String exchange, String ref) {
    return queue
        .thread(exchange, ref)
        .flatMap(thread -> ThreadStatus.of(thread.status()))
        .filter(status -> !status.ended())
        .isPresent();
  }
}
