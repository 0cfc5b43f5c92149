package org.messgateway.gateway.queue.jdbc;

/** Nobody goes along with a group. */
final class Alone implements BatchWriter.CommitHook {

  @Override
  public void begun(boolean together) {}

  @Override
  public void beforeCommit(SqlSession session) {}

  @Override
  public void committed() {}

  @Override
  public void undone() {}
}
