/**
 * The {@code sms} channel: text messages through Twilio.
 *
 * <p>What is said ({@link org.messgateway.adapter.sms.SmsText}) and how long it is ({@link
 * org.messgateway.adapter.sms.Segments}) are pure; what Twilio's codes mean stands in {@code
 * errors.csv}; only {@link org.messgateway.adapter.sms.TwilioCalls} talks to anybody. Receiving
 * messages and status callbacks do not live here yet.
 */
@NullMarked
package org.messgateway.adapter.sms;

import org.jspecify.annotations.NullMarked;
