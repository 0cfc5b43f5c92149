/**
 * Simulators of Slack, Telegram and Twilio on the loopback interface, with the functions that the
 * adapters use. The adapters' tests, the tests of whole gateways and the demonstration use them.
 * They need the JDK and Jackson only. Each simulator records calls, plays scripted faults, and
 * makes the events of people. Names and formats are those of the vendors' references.
 */
@NullMarked
package org.messgateway.testkit.simulator;

import org.jspecify.annotations.NullMarked;
