/**
 * The {@code slack} channel: messages with buttons through Slack's Web API, or text through an
 * incoming webhook.
 *
 * <p>Rendering ({@link org.messgateway.adapter.slack.SlackMessage}) is pure, errors are a table
 * ({@link org.messgateway.adapter.slack.SlackErrors}), and only {@link
 * org.messgateway.adapter.slack.SlackCalls} talks to anybody. Callbacks do not live here yet.
 */
@NullMarked
package org.messgateway.adapter.slack;

import org.jspecify.annotations.NullMarked;
