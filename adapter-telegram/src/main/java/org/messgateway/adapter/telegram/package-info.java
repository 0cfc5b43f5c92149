/**
 * The {@code telegram} channel: messages with inline keyboards through the Bot API, and people's
 * answers.
 *
 * <p>Outbound: {@link org.messgateway.adapter.telegram.TelegramMessage} renders without I/O, {@link
 * org.messgateway.adapter.telegram.TelegramErrors} maps errors, and only {@link
 * org.messgateway.adapter.telegram.TelegramSender} sends. Inbound: updates arrive through {@link
 * org.messgateway.adapter.telegram.UpdatePoller} or {@link
 * org.messgateway.adapter.telegram.TelegramWebhook}; {@link
 * org.messgateway.adapter.telegram.TelegramEventQueue} stores them, {@link
 * org.messgateway.adapter.telegram.UpdateReader} reads them without I/O, {@link
 * org.messgateway.adapter.telegram.TelegramEventHandler} reports them, {@link
 * org.messgateway.adapter.telegram.TelegramResponder} shows the replies, and {@link
 * org.messgateway.adapter.telegram.TelegramInbound} owns these parts.
 *
 * <p>The bot's token is part of every URL, so no URL leaves this package, not even in an exception.
 * The gateway decides what an answer means for a task.
 */
@NullMarked
package org.messgateway.adapter.telegram;

import org.jspecify.annotations.NullMarked;
