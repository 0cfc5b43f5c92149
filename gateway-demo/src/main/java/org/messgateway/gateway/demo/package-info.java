/**
 * The demonstration: simulators of Slack, Telegram and Twilio, a sample robot, and the story told
 * with them.
 *
 * <p>The gateway in it is the real one; only the world around it is not. Nothing of the gateway
 * knows it: the command line finds it by {@link java.util.ServiceLoader}.
 */
@NullMarked
package org.messgateway.gateway.demo;

import org.jspecify.annotations.NullMarked;
