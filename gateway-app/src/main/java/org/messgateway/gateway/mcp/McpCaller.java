package org.messgateway.gateway.mcp;

import java.util.Optional;

/**
 * Who calls: proved by the token of this very request, never by what the client says of itself.
 *
 * @param agent the token's owner
 * @param exchange the default exchange of the session's calls, by name, which exists; empty where
 *     it has none: then new tasks go to the gateway's first one, and others are found wherever they
 *     are
 * @param clientName what the client calls itself, for example {@code claude-code}; at most 200
 *     characters, empty text for none; not to be trusted
 * @param idempotencyKey the request's header {@code Idempotency-Key}: the same key of the same
 *     agent is the same call, sent again; under another key the words count. At most 200 characters
 */
public record McpCaller(
    String agent, Optional<String> exchange, String clientName, Optional<String> idempotencyKey) {}
