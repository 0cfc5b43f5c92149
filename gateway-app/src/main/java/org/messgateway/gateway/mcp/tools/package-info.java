/**
 * What agents' tools, resources and prompts do and say, whatever carries them.
 *
 * <p>Words of people and robots reach an agent's model from here. They stand in fields of their own
 * with who said them and when, never among the words of the gateway: see {@link
 * org.messgateway.gateway.mcp.tools.OthersWords}.
 */
@NullMarked
package org.messgateway.gateway.mcp.tools;

import org.jspecify.annotations.NullMarked;
