import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** A PostgreSQL of its own that keeps what it commits, until its process is ended. */
final class PostgresPeer {

  /** Says where it listens. */
  public static void main(String[] args) throws Exception {
    EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .start();
    System.out.println("Listening on " + server.getJdbcUrl("postgres", "postgres"));
    Thread.currentThread().join();
  }
}
