/**
 * The {@code ntfy} channel: push notifications. An example of an adapter with a build of its own.
 */
package org.example.ntfy;
