/**
 * The {@code slack} channel: messages with buttons through Slack's Web API, or text through an
 * incoming webhook. Answers arrive over Socket Mode or by signed calls.
 *
 * <p>Outbound: {@link org.messgateway.adapter.slack.SlackMessage} and {@link
 * org.messgateway.adapter.slack.SlackForms} render without I/O; {@link
 * org.messgateway.adapter.slack.SlackErrors} maps errors. Inbound: {@link
 * org.messgateway.adapter.slack.SlackEventReader} reads events, {@link
 * org.messgateway.adapter.slack.SlackEventQueue} stores and acknowledges them, {@link
 * org.messgateway.adapter.slack.SlackEventHandler} reports them. Only {@link
 * org.messgateway.adapter.slack.SlackConnections} and Slack's client on top of it use the network.
 * The gateway decides what an answer means for a task.
 */
@NullMarked
package org.messgateway.adapter.slack;

import org.jspecify.annotations.NullMarked;
