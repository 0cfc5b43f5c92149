/**
 * The {@code sms} channel: text messages through Twilio.
 *
 * <p>{@link org.messgateway.adapter.sms.SmsText} renders messages and {@link
 * org.messgateway.adapter.sms.SmsSegments} measures them, both without I/O. {@code errors.csv} maps
 * Twilio's codes. Only {@link org.messgateway.adapter.sms.TwilioApi} and {@link
 * org.messgateway.adapter.sms.MmsMediaClient} use the network. Messages of people arrive at {@link
 * org.messgateway.adapter.sms.TwilioCallbacks} or are found by {@link
 * org.messgateway.adapter.sms.InboundSmsPoller}. The gateway decides what they mean for a task.
 */
@NullMarked
package org.messgateway.adapter.sms;

import org.jspecify.annotations.NullMarked;
