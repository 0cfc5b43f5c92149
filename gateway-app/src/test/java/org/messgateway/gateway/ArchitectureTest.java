package org.messgateway.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.Map.entry;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Data flows one way: exchange, routing, queue, dispatch, adapter; and respond back to exchange
 * (DESIGN §3).
 */
class ArchitectureTest {

  private static final String ROOT = "org.messgateway.gateway";

  /** What each package of the gateway may know of the others. */
  private static final Map<String, Set<String>> MAY_KNOW =
      Map.ofEntries(
          entry("exchange", Set.of()),
          entry("remote", Set.of("exchange")),
          entry("routing", Set.of("queue")),
          entry("queue", Set.of("journal", "store")),
          entry("journal", Set.of()),
          entry("dispatch", Set.of("queue", "telemetry")),
          entry("telemetry", Set.of("queue")),
          entry("store", Set.of()),
          entry("people", Set.of("store")),
          entry("gentle", Set.of("journal")),
          entry("trouble", Set.of("queue", "telemetry")),
          entry("answer", Set.of("exchange", "journal")),
          entry("inbound", Set.of("answer", "journal", "people", "queue")),
          entry("inbox", Set.of()),
          entry("listen", Set.of("answer", "exchange")),
          entry("respond", Set.of("answer", "exchange", "store")),
          entry("adapters", Set.of()),
          entry("config", Set.of("adapters", "routing")));

  private static final JavaClasses GATEWAY =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.messgateway");

  @TestFactory
  Stream<DynamicTest> eachPackageKnowsOnlyWhatItMay() {
    return MAY_KNOW.entrySet().stream()
        .map(entry ->
            DynamicTest.dynamicTest(
                entry.getKey() + " knows " + entry.getValue(),
                () -> onlyKnows(entry.getKey(), entry.getValue()).check(GATEWAY)));
  }

  /** The clients' library is no adapter: one guard of addresses, for channels and pictures. */
  @Test
  void noClassOfTheGatewayNamesAnAdapter() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + "..")
        .should()
        .dependOnClassesThat(
            inPackageOf("org.messgateway.adapter.").and(notIn("org.messgateway.adapter.okhttp")))
        .check(GATEWAY);
  }

  @Test
  void anAdapterKnowsTheApiAndNothingOfTheGateway() {
    noClasses()
        .that()
        .resideInAPackage("org.messgateway.adapter..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + "..")
        .check(GATEWAY);
  }

  @Test
  void noAdapterKnowsAnother() {
    for (String adapter : List.of("slack", "telegram", "sms", "webhook")) {
      noClasses()
          .that()
          .resideInAPackage("org.messgateway.adapter." + adapter + "..")
          .should()
          .dependOnClassesThat(
              inPackageOf("org.messgateway.adapter.")
                  .and(notIn("org.messgateway.adapter." + adapter))
                  .and(notIn("org.messgateway.adapter.okhttp")))
          .allowEmptyShould(true)
          .check(GATEWAY);
    }
  }

  @Test
  void theApiKnowsNothingButTheJdk() {
    classes()
        .that()
        .resideInAPackage("org.messgateway.api..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("org.messgateway.api..", "java..", "javax..", "org.jspecify..")
        .check(GATEWAY);
  }

  @Test
  void onlyTheQueueSpeaksSql() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".queue..")
        .and()
        .resideInAPackage(ROOT + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "javax.sql..", "org.sqlite..")
        .check(GATEWAY);
  }

  @Test
  void theseRulesBite() {
    // The gateway itself joins all packages: were it held to a rule of theirs, the rule would
    // break.
    ArchRule impossible =
        noClasses()
            .that()
            .resideInAPackage(ROOT + ".routing..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + ".queue..");
    assertThrows(AssertionError.class, () -> impossible.check(GATEWAY));
  }

  private static ArchRule onlyKnows(String name, Set<String> known) {
    DescribedPredicate<JavaClass> foreign =
        DescribedPredicate.describe(
            "of another package of the gateway",
            type ->
                type.getPackageName().startsWith(ROOT)
                    && !within(type, name)
                    && known.stream().noneMatch(other -> within(type, other)));
    return noClasses()
        .that()
        .resideInAPackage(ROOT + "." + name + "..")
        .should()
        .dependOnClassesThat(foreign)
        .allowEmptyShould(true);
  }

  private static boolean within(JavaClass type, String name) {
    String full = ROOT + "." + name;
    return type.getPackageName().equals(full) || type.getPackageName().startsWith(full + ".");
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
