package org.messgateway.gateway.queue;

/**
 * Takes the result of a change that its caller does not wait for. Called once, mostly on the
 * writer's thread, which it delays: it must only hand the result on, and must neither block nor
 * throw nor wait for the queue.
 */
public interface Completion<T> {

  /** The change is durable. */
  void done(T result);

  /** The change failed; as what a method that waits would have thrown. */
  void failed(RuntimeException why);
}
