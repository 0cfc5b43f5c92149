package org.messgateway.gateway.queue.jdbc;

/** Nobody goes along with a group. */
final class Alone implements GroupedWriter.Companion {

  @Override
  public void beforeCommit(Session session) {}

  @Override
  public void committed() {}

  @Override
  public void undone() {}
}
