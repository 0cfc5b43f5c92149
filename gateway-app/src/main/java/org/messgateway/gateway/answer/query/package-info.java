/**
 * Answers queries of agents and operators: threads from the queue's rows and the envelopes of one
 * page, capabilities and executors from the configuration. Changes nothing.
 */
@NullMarked
package org.messgateway.gateway.answer.query;

import org.jspecify.annotations.NullMarked;
