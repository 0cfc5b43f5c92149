/**
 * Threads on disk and on servers: the door of the room, and the values its packages share.
 *
 * <p>{@link Exchange} composes the packages for one directory. Each package imports this one and
 * those before it in this list only:
 *
 * <ul>
 *   <li>{@code format}: bytes of a thread to values and back
 *   <li>{@code files}: files of one copy of a thread
 *   <li>{@code read}: a thread, complete or not at all
 *   <li>{@code late}: what programs write into files that were replaced
 *   <li>{@code write}: history, messages, new threads, moves
 *   <li>{@code watch}: changes by others
 *   <li>{@code view}: what one executor may see
 *   <li>{@code remote}: exchanges that live on a server
 * </ul>
 *
 * <p>The room imports {@code home} only: no queue, no routing, no adapter.
 */
@NullMarked
package org.messgateway.gateway.exchange;

import org.jspecify.annotations.NullMarked;
