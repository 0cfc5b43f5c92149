package org.messgateway.gateway.queue;

import java.util.List;
import java.util.function.Consumer;
import org.messgateway.gateway.home.BackgroundLoop;

/**
 * The partitions of refs whose threads this process looks at. Among processes that share a store
 * each partition is held by one of them. For a moment two may think that they hold the same one, or
 * none does; that loses, doubles and reorders nothing:
 *
 * <ul>
 *   <li>Looking at a thread makes its rows match, and ids of rows are digests of what they are for.
 *       Looking twice changes nothing.
 *   <li>Who takes a partition compares all threads of it with what the store knows of them. So what
 *       changed while nobody held it is found.
 *   <li>A decision that is stored by a process that does not hold the thread's partition, such as
 *       after an answer, or late, makes the thread due at once. So who holds it looks last.
 * </ul>
 *
 * Safe for all threads.
 */
public interface Partitions {

  /** Of a store that one process uses. */
  Partitions ALL =
      new Partitions() {
        @Override
        public PartitionSet held() {
          return PartitionSet.ALL;
        }

        @Override
        public void join() {
          // There is nobody to share with.
        }

        @Override
        public void whenTaken(Consumer<PartitionSet> listener) {
          // Nothing is ever taken.
        }

        @Override
        public List<BackgroundLoop> loops() {
          return List.of();
        }
      };

  /** Those held now, as far as this process knows; all before {@link #join}. Reads memory only. */
  PartitionSet held();

  /** Begins to share: takes those that nobody holds, up to this process's share. */
  void join();

  /**
   * Adds a listener that is called with what was taken after {@link #join}. It must return at once.
   */
  void whenTaken(Consumer<PartitionSet> listener);

  /** What takes and gives up, to be started after {@link #join}. */
  List<BackgroundLoop> loops();
}
