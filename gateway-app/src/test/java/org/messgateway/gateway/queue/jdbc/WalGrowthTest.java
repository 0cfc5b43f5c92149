package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** When a log has grown by a thousand pages. */
final class WalGrowthTest {

  private final WalGrowth growth = new WalGrowth(1000);

  private int groupsUntilWorthALook() {
    int groups = 1;
    while (!growth.committed()) {
      groups++;
    }
    return groups;
  }

  @Test
  void fewGroupsAreEnoughWhereEachChangesMuch() {
    groupsUntilWorthALook();
    growth.stands(0);
    for (int group = 0; group < 10; group++) {
      growth.committed();
    }
    growth.stands(5000);
    assertEquals(2, groupsUntilWorthALook(), "500 pages each");
  }

  @Test
  void manyGroupsAreNeededWhereEachChangesLittle() {
    int groups = groupsUntilWorthALook();
    growth.stands(2L * groups);
    assertEquals(500, groupsUntilWorthALook(), "2 pages each");
  }

  @Test
  void aLogThatBeganAnewHasGrownByWhatIsInIt() {
    groupsUntilWorthALook();
    growth.stands(9000);
    for (int group = 0; group < 10; group++) {
      growth.committed();
    }
    growth.stands(100);
    assertEquals(100, groupsUntilWorthALook(), "10 pages each");
  }

  @Test
  void aLookThatFindsNothingNewChangesNoEstimate() {
    int groups = groupsUntilWorthALook();
    growth.stands(10L * groups);
    growth.stands(10L * groups);
    assertEquals(100, groupsUntilWorthALook());
  }
}
