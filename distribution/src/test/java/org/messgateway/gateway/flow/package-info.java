/**
 * The proof that the whole works: a gateway as it runs in a house, over real files, a real SQLite
 * and a real HTTP destination.
 *
 * <p>Three parts do the work of the world: {@link org.messgateway.gateway.flow.House} is a home
 * directory and the programs that write threads into it without asking anybody, {@link
 * org.messgateway.gateway.flow.Sink} is where webhooks arrive, in every mood a remote service can
 * have, and {@link org.messgateway.gateway.flow.GatewayProcess} or {@link
 * org.messgateway.gateway.flow.HouseGateway} is the gateway, in a process that can be killed or in
 * this one. Nothing sleeps: {@link org.messgateway.gateway.flow.Eventually} waits for what must
 * come.
 */
package org.messgateway.gateway.flow;
