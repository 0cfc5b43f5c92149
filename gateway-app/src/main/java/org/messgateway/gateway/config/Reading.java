package org.messgateway.gateway.config;

import org.messgateway.api.Address;

/**
 * What every reader needs.
 *
 * @param origin who vouches for the addresses in this file
 */
record Reading(Problems problems, Variables variables, Address.Origin origin) {}
