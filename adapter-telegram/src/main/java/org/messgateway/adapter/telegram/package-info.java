/**
 * The {@code telegram} channel: messages with inline keyboards through the Bot API, and what people
 * answer to them.
 *
 * <p>Out: rendering ({@link org.messgateway.adapter.telegram.TelegramMessage}) is pure, errors are
 * a table ({@link org.messgateway.adapter.telegram.TelegramErrors}), and only {@link
 * org.messgateway.adapter.telegram.TelegramCalls} sends. Back: updates come in by {@link
 * org.messgateway.adapter.telegram.Poller} or {@link org.messgateway.adapter.telegram.Webhook}, are
 * kept by {@link org.messgateway.adapter.telegram.Intake}, understood by {@link
 * org.messgateway.adapter.telegram.Reader}, which asks nobody, heard through {@link
 * org.messgateway.adapter.telegram.Worker}, and answered by {@link
 * org.messgateway.adapter.telegram.Voice}; {@link org.messgateway.adapter.telegram.WayBack} joins
 * and ends them.
 *
 * <p>The bot's token is part of every URL: no URL leaves this package, not even in an exception.
 * What an answer means for a task is decided elsewhere.
 */
@NullMarked
package org.messgateway.adapter.telegram;

import org.jspecify.annotations.NullMarked;
