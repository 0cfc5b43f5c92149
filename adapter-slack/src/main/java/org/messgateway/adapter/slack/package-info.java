/**
 * The {@code slack} channel: messages with buttons through Slack's Web API, or text through an
 * incoming webhook; and the way back, by a connection of Socket Mode or by signed calls.
 *
 * <p>Out: rendering ({@link org.messgateway.adapter.slack.SlackMessage}, {@link
 * org.messgateway.adapter.slack.SlackForms}) is pure, errors are a table ({@link
 * org.messgateway.adapter.slack.SlackErrors}). Back: {@link
 * org.messgateway.adapter.slack.SlackEvents} reads, {@link
 * org.messgateway.adapter.slack.SlackIntake} keeps and acknowledges, {@link
 * org.messgateway.adapter.slack.SlackWork} reports to the ear. Only {@link
 * org.messgateway.adapter.slack.SlackWire} and Slack's client over it talk to anybody. What an
 * answer means for a task has no place here.
 */
@NullMarked
package org.messgateway.adapter.slack;

import org.jspecify.annotations.NullMarked;
