package org.messgateway.benchmarks;

import java.util.List;
import jdk.jfr.consumer.RecordedFrame;

/**
 * What a gateway spends processor time on. A sample belongs to the first part whose code is on its
 * stack, so what is more special stands before what calls it.
 */
enum ProfileCategory {
  HISTORY("history, written back into threads", "reconcile.HistoryProjection"),
  READING("reading and parsing threads", "exchange.read.ThreadLoader"),
  ROUTING("routing", "reconcile.RoutingService"),
  LOOKING("the rest of a look at a thread", "reconcile.ThreadReconciler"),
  WATCHING("watching the exchange", "exchange.watch."),
  RENDERING("what a notification says", "notify.NotificationFactory"),
  DECIDING("the rest of deciding right before sending", "notify.NotifyStages"),
  SENDING("the adapter: body, signature, HTTP", "channels.discovery.RegisteredAdapter"),
  LOGGING("a log line and metrics for each attempt", "ops."),
  QUEUE("the queue's writer", "queue.jdbc.BatchWriter"),
  ATTEMPTING("the rest of attempts", "dispatch.Attempt"),
  LANES("leasing lanes, taking rows", "dispatch."),
  STARTING("start and stop", "cli."),
  OTHER("other Java threads", "");

  private static final String GATEWAY = "org.messgateway.gateway.";

  private final String words;
  private final String mark;

  ProfileCategory(String words, String mark) {
    this.words = words;
    this.mark = mark;
  }

  /** How the names of its classes begin, behind the gateway's own package. */
  String mark() {
    return mark;
  }

  /** For people. */
  String words() {
    return words;
  }

  static ProfileCategory of(List<RecordedFrame> stack) {
    for (ProfileCategory part : values()) {
      if (stack.stream().anyMatch(part::has)) {
        return part;
      }
    }
    return OTHER;
  }

  private boolean has(RecordedFrame frame) {
    String type = frame.getMethod().getType().getName();
    return type.startsWith(GATEWAY) && type.startsWith(mark, GATEWAY.length());
  }
}
