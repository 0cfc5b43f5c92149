/**
 * The demonstration: local stand-ins for Slack, Telegram and Twilio, a sample robot, and the story
 * told with them.
 *
 * <p>The gateway in it is the real one; only the world around it is not. Nothing outside this
 * package may depend on it but the command line.
 */
@NullMarked
package org.messgateway.gateway.demo;

import org.jspecify.annotations.NullMarked;
