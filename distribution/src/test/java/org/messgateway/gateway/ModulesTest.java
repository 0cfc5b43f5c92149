package org.messgateway.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holds what the modules may know of each other; the rooms of the gateway have a test there. */
class ModulesTest {

  private static final String ROOT = "org.messgateway.gateway";

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.messgateway");

  @Test
  void anAdapterKnowsTheApiAndNothingOfTheGateway() {
    noClasses()
        .that()
        .resideInAPackage("org.messgateway.adapter..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + "..")
        .check(ALL);
  }

  @Test
  void noAdapterKnowsAnother() {
    for (String adapter : List.of("slack", "telegram", "sms", "webhook", "mcp")) {
      noClasses()
          .that()
          .resideInAPackage("org.messgateway.adapter." + adapter + "..")
          .should()
          .dependOnClassesThat(
              inPackageOf("org.messgateway.adapter.")
                  .and(notIn("org.messgateway.adapter." + adapter))
                  .and(notIn("org.messgateway.adapter.okhttp")))
          .allowEmptyShould(true)
          .check(ALL);
    }
  }

  @Test
  void nothingKnowsTheDemonstration() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".demo..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + ".demo..")
        .check(ALL);
  }

  @Test
  void theseRulesBite() {
    // The demonstration starts the gateway's command: a rule against that would break.
    ArchRule impossible =
        noClasses()
            .that()
            .resideInAPackage(ROOT + ".demo..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + ".cli");
    assertThrows(AssertionError.class, () -> impossible.check(ALL));
  }

  private static DescribedPredicate<JavaClass> inPackageOf(String prefix) {
    return DescribedPredicate.describe(
        "in " + prefix, type -> type.getPackageName().startsWith(prefix));
  }

  private static DescribedPredicate<JavaClass> notIn(String name) {
    return DescribedPredicate.describe(
        "not in " + name, type -> !type.getPackageName().startsWith(name));
  }
}
