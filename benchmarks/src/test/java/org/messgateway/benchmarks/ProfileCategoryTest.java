package org.messgateway.benchmarks;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import org.junit.jupiter.api.Test;

class ProfileCategoryTest {

  @Test
  void eachPartsCodeIsThere() {
    for (ProfileCategory part : ProfileCategory.values()) {
      String name = part.mark();
      String file = (name.isEmpty() || name.endsWith(".") ? name + "package-info" : name);
      assertNotNull(
          getClass().getResource("/org/messgateway/gateway/" + file.replace('.', '/') + ".class"),
          () -> "There is no code of " + part + " at " + name);
    }
  }
}
