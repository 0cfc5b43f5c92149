/**
 * The {@code sms} channel: text messages through Twilio.
 *
 * <p>What is said ({@link org.messgateway.adapter.sms.SmsText}) and how long it is ({@link
 * org.messgateway.adapter.sms.Segments}) are pure; what Twilio's codes mean stands in {@code
 * errors.csv}; only {@link org.messgateway.adapter.sms.TwilioCalls} and {@link
 * org.messgateway.adapter.sms.MediaClient} talk to anybody. What comes in is brought to {@link
 * org.messgateway.adapter.sms.SmsInbound} or found by {@link org.messgateway.adapter.sms.Poller};
 * what it means for a task is not known here.
 */
@NullMarked
package org.messgateway.adapter.sms;

import org.jspecify.annotations.NullMarked;
