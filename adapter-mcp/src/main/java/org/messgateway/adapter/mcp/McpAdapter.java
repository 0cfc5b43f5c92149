package org.messgateway.adapter.mcp;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import okhttp3.Dns;
import org.messgateway.adapter.okhttp.GuardedClients;
import org.messgateway.adapter.okhttp.HostAllowList;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Rejected;
import org.messgateway.api.Receipt;
import org.messgateway.api.ServiceReply;
import org.messgateway.api.Settings;
import org.messgateway.api.TaskPolling;

/**
 * Gives tasks to programs as tool calls. A request is answered by a claim, once the tool is there;
 * the tool is called when the task is the executor's, so that nobody works on what another one has.
 */
final class McpAdapter implements Adapter, TaskPolling {

  /** Between two looks at a call that goes on in this process. */
  private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

  /** The least that is left of an attempt when its call goes on. */
  private static final int PART_KEPT = 4;

  private static final String UNKNOWN =
      " Nobody knows whether it finished: ask there, or ask again.";

  private final HostAllowList allow;
  private final InstantSource clock;
  private final Duration limit;
  private final McpSessions sessions;
  private final ToolCaller tools;
  private final OpenCalls openCalls = new OpenCalls();

  private final String process;

  /**
   * @param process tells calls of this gateway from those of an earlier or another one
   */
  McpAdapter(Settings settings, AdapterServices services, Dns dns, String process) {
    this.process = process;
    this.allow = HostAllowList.of(settings.texts(McpProvider.ALLOW));
    this.clock = services.clock();
    // A little is kept for what happens around the call.
    this.limit = services.timeLimit().multipliedBy(19).dividedBy(20);
    String setting = "dispatch." + services.channel() + "." + McpProvider.ALLOW;
    GuardedClients clients =
        new GuardedClients(
            limit, McpConnection.LONGEST_MESSAGE, Duration.ZERO, allow, dns, setting);
    this.sessions = new McpSessions(clients, clock, limit);
    this.tools = new ToolCaller(sessions);
  }

  @Override
  public Outcome deliver(Notification notification) {
    Optional<String> problem = McpAddress.problem(notification.address());
    if (problem.isPresent()) {
      return new Rejected(
          FailureReason.INVALID_ADDRESS, "The address is not usable: " + problem.get());
    }
    try {
      return deliver(notification, McpAddress.of(notification.address(), allow));
    } catch (McpFailure e) {
      return e.outcome();
    }
  }

  private Delivered deliver(Notification notification, McpAddress address) throws McpFailure {
    return switch (notification.content()) {
      case NotificationContent.TaskRequest _ -> {
        tools.check(address, TaskWords.of(notification, ""), limit);
        yield new Delivered(Receipt.NONE, ToolCallResult.status("claimed"));
      }
      case NotificationContent.ClaimedByReader _ -> work(notification, address, "");
      case NotificationContent.AgentReply _ ->
          notification.thread().envelope().status().ended()
              ? nothing()
              : work(notification, address, handle(notification));
      case NotificationContent.TaskCancelled _, NotificationContent.TaskExpired _ ->
          over(notification, address, handle(notification));
      case NotificationContent.ChannelTest _ -> {
        tools.check(address, limit);
        yield nothing();
      }
      case NotificationContent.TakenByOther _,
          NotificationContent.TaskReminder _,
          NotificationContent.TaskFinished _,
          NotificationContent.GatewayTrouble _,
          NotificationContent.TaskDigest _,
          NotificationContent.TaskNews _ ->
          nothing();
    };
  }

  private static String handle(Notification notification) {
    Receipt earlier = notification.options().replyTo();
    return earlier == null ? "" : new WorkReceipt(earlier).handle();
  }

  /** What concerns people only, or what the program hears with its next call. */
  private static Delivered nothing() {
    return new Delivered(Receipt.NONE);
  }

  private Delivered work(Notification notification, McpAddress address, String handle)
      throws McpFailure {
    TaskWords words = TaskWords.of(notification, handle);
    return address.longest().compareTo(limit) > 0
        ? longWork(notification, address, words)
        : delivered(
            call(notification, address, words, limit), notification.thread().ref(), address);
  }

  private ToolCallResult call(
      Notification notification, McpAddress address, TaskWords words, Duration longest)
      throws McpFailure {
    return tools.call(
        address, address.tool(), words, address.arguments(), notification.id(), longest);
  }

  /** A call that may outlast the attempt: then it goes on, and is asked about. */
  private Delivered longWork(Notification notification, McpAddress address, TaskWords words)
      throws McpFailure {
    CallDeadline deadline = CallDeadline.in(limit.minus(limit.dividedBy(PART_KEPT)));
    tools.prepare(address, words, deadline.left());
    String ref = notification.thread().ref();
    Instant until = clock.instant().plus(address.longest());
    Optional<ToolCallResult> result =
        openCalls.join(
            notification.id(),
            () -> call(notification, address, words, address.longest()),
            deadline.left());
    return result.isPresent()
        ? delivered(result.get(), ref, address)
        : new Delivered(
            WorkReceipt.ofCall(notification.id(), ref, process, until, LOOK_EVERY),
            ToolCallResult.status("in_progress"));
  }

  private static Delivered delivered(ToolCallResult result, String ref, McpAddress address) {
    if (result.handle().isEmpty()) {
      return new Delivered(Receipt.NONE, result.ending());
    }
    ServiceReply reply = result.written().orElseGet(() -> ToolCallResult.status("in_progress"));
    return new Delivered(WorkReceipt.ofHandle(result.handle(), ref, pause(address), reply), reply);
  }

  private static Duration pause(McpAddress address) {
    return address.statusTool().isEmpty() ? Duration.ZERO : address.pollEvery();
  }

  private Delivered over(Notification notification, McpAddress address, String handle)
      throws McpFailure {
    if (!address.cancelTool().isEmpty() && !handle.isEmpty()) {
      TaskWords words = TaskWords.of(notification, handle);
      tools.call(address, address.cancelTool(), words, Map.of(), notification.id(), limit);
    }
    return nothing();
  }

  @Override
  public Optional<Duration> pollAfter(Receipt receipt) {
    return new WorkReceipt(receipt).every();
  }

  @Override
  public PollResult poll(Address written, Receipt receipt) {
    Optional<String> problem = McpAddress.problem(written);
    if (problem.isPresent()) {
      return new PollResult.Failed("The address is not usable: " + problem.get());
    }
    McpAddress address = McpAddress.of(written, allow);
    WorkReceipt work = new WorkReceipt(receipt);
    return work.call().isEmpty() ? asked(address, work) : looked(address, work);
  }

  /** Asks the server about its handle. */
  private PollResult asked(McpAddress address, WorkReceipt work) {
    if (address.statusTool().isEmpty()) {
      return new PollResult.Failed("There is no status_tool at its address any more.");
    }
    TaskWords words = TaskWords.of(work.ref(), work.handle());
    try {
      ToolCallResult result = tools.call(address, address.statusTool(), words, Map.of(), "", limit);
      return result.handle().equals(work.handle()) && nothingNew(result, work)
          ? new PollResult.Pending()
          : answered(delivered(result, work.ref(), address));
    } catch (McpFailure e) {
      return new PollResult.Failed(e.sentence());
    }
  }

  private static boolean nothingNew(ToolCallResult result, WorkReceipt work) {
    return result.written().map(work::said).orElse(true);
  }

  /** Looks at a call that was still open when its attempt ended. */
  private PollResult looked(McpAddress address, WorkReceipt work) {
    try {
      Optional<ToolCallResult> result = openCalls.result(work.call());
      if (result.isPresent()) {
        return answered(delivered(result.get(), work.ref(), address));
      }
    } catch (McpFailure e) {
      return failed("The program did not finish: " + e.sentence());
    }
    if (work.isOf(process)) {
      return openCalls.knows(work.call())
          ? new PollResult.Pending()
          : failed(
              "The settings of the channel changed while the program worked, so its call was given"
                  + " up."
                  + UNKNOWN);
    }
    return clock.instant().isBefore(work.until())
        ? new PollResult.Pending()
        : failed("The gateway ended while the program worked." + UNKNOWN);
  }

  private static PollResult failed(String reason) {
    return new PollResult.Answered(ToolCallResult.failed(reason), Receipt.NONE);
  }

  private static PollResult answered(Delivered delivered) {
    ServiceReply reply = delivered.reply();
    return reply == null
        ? new PollResult.Pending()
        : new PollResult.Answered(reply, delivered.receipt());
  }

  @Override
  public void close() {
    openCalls.close();
    sessions.close();
  }
}
