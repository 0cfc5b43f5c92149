/**
 * The {@code telegram} channel: messages with inline keyboards through the Bot API.
 *
 * <p>Rendering ({@link org.messgateway.adapter.telegram.TelegramMessage}) is pure, errors are a
 * table ({@link org.messgateway.adapter.telegram.TelegramErrors}), and only {@link
 * org.messgateway.adapter.telegram.TelegramCalls} talks to anybody. The bot's token is part of
 * every URL: no URL leaves this package, not even in an exception. Callbacks and polling do not
 * live here yet.
 */
@NullMarked
package org.messgateway.adapter.telegram;

import org.jspecify.annotations.NullMarked;
