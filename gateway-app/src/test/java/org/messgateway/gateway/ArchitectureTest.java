package org.messgateway.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkFactory;
import org.messgateway.gateway.links.LinkTokens;

/** Holds the picture of ARCHITECTURE.md: seventeen rooms, and what each may import. */
class ArchitectureTest {

  private static final String ROOT = "org.messgateway.gateway";

  /** Types of the composition, {@code package-info} included. */
  private static final int ROOT_FILES = 12;

  /** Rooms that one class outside the root may import. */
  private static final int ROOMS_OF_A_CLASS = 5;

  private record Room(String name, Set<String> mayImport) {

    static Room of(String name, String... mayImport) {
      return new Room(name, Set.of(mayImport));
    }
  }

  /** From bottom to top: a room may import rooms that stand above it in this list only. */
  private static final List<Room> ROOMS =
      List.of(
          Room.of("home"),
          Room.of("protocol"),
          Room.of("queue", "home"),
          Room.of("routing", "protocol", "queue"),
          Room.of("exchange", "home"),
          Room.of("dispatch", "home", "queue"),
          Room.of("links", "home", "exchange"),
          Room.of("channels", "home", "dispatch", "links"),
          Room.of("config", "home", "routing", "exchange", "channels"),
          Room.of("ops", "queue", "routing", "dispatch", "config"),
          Room.of(
              "answer",
              "home",
              "protocol",
              "queue",
              "routing",
              "exchange",
              "dispatch",
              "links",
              "channels",
              "config",
              "ops"),
          Room.of(
              "reconcile",
              "home",
              "protocol",
              "queue",
              "routing",
              "exchange",
              "dispatch",
              "config",
              "ops",
              "answer"),
          Room.of(
              "notify", "queue", "routing", "exchange", "dispatch", "links", "config", "reconcile"),
          Room.of("agents", "protocol", "queue", "routing", "exchange", "config", "answer"),
          Room.of(
              "http",
              "home",
              "protocol",
              "queue",
              "routing",
              "exchange",
              "dispatch",
              "links",
              "channels",
              "config",
              "answer",
              "reconcile",
              "agents"),
          Room.of("mcp", "protocol", "exchange", "links", "answer", "agents", "http"),
          Room.of("cli", /* all, and the root: see onlyCommandsStartTheGateway */ "*"));

  private static final JavaClasses GATEWAY =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.messgateway");

  @TestFactory
  Stream<DynamicTest> eachRoomImportsOnlyWhatItMay() {
    return ROOMS.stream()
        .filter(room -> !room.mayImport().contains("*"))
        .map(room ->
            DynamicTest.dynamicTest(
                room.name() + " imports " + new TreeSet<>(room.mayImport()),
                () -> onlyImports(room).check(GATEWAY)));
  }

  /** A row of the map: room, sentence, imports, or where they are listed. */
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(\\w+)` \\|[^|]+\\| ([\\w, ]+) \\|$");

  private static final Pattern LONG_ROW = Pattern.compile("(?m)^- `(\\w+)`: ([a-z, ]+)\\.$");

  @Test
  void theMapShowsTheSameTable() throws IOException {
    Path root = Path.of(System.getProperty("mess.root", ".."));
    String map = Files.readString(root.resolve("ARCHITECTURE.md"));
    Map<String, Set<String>> shown = new LinkedHashMap<>();
    Stream.of(ROW, LONG_ROW)
        .flatMap(row -> row.matcher(map).results())
        .forEach(row -> shown.put(row.group(1), roomsNamed(row.group(2))));

    Map<String, Set<String>> held = new LinkedHashMap<>();
    ROOMS.forEach(room -> held.put(room.name(), room.mayImport()));
    assertEquals(held, shown);
  }

  private static Set<String> roomsNamed(String cell) {
    return switch (cell) {
      case "nothing" -> Set.of();
      case "all" -> Set.of("*");
      default -> Set.of(cell.split(", "));
    };
  }

  @Test
  void noRoomImportsOneThatStandsHigher() {
    List<String> below = new ArrayList<>();
    for (Room room : ROOMS) {
      for (String other : room.mayImport()) {
        assertTrue(other.equals("*") || below.contains(other), room.name() + " imports " + other);
      }
      below.add(room.name());
    }
  }

  @Test
  void eachPackageBelongsToARoom() {
    Set<String> strange = new TreeSet<>();
    for (JavaClass type : GATEWAY) {
      if (isOfTheGateway(type) && room(type).isEmpty() && !isInTheRoot(type)) {
        strange.add(type.getPackageName());
      }
    }
    assertEquals(Set.of(), strange);
  }

  @Test
  void theRootHoldsTheCompositionAndNothingElse() {
    Set<String> files = new TreeSet<>();
    for (JavaClass type : GATEWAY) {
      if (isInTheRoot(type)) {
        files.add(type.getName().replaceAll("\\$.*", ""));
      }
    }
    assertTrue(files.size() <= ROOT_FILES, () -> files.size() + " files in the root: " + files);
  }

  @Test
  void onlyCommandsStartTheGateway() {
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT, ROOT + ".cli..")
        .and()
        .resideInAPackage(ROOT + "..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT)
        .check(GATEWAY);
  }

  @Test
  void outsideTheRootNoClassImportsMoreThanFiveRooms() {
    Set<String> broad = new TreeSet<>();
    for (JavaClass type : GATEWAY) {
      if (isOfTheGateway(type) && !isInTheRoot(type) && type.isTopLevelClass()) {
        Set<String> rooms = roomsImportedBy(type);
        if (rooms.size() > ROOMS_OF_A_CLASS) {
          broad.add(type.getName() + " imports " + rooms);
        }
      }
    }
    assertEquals(Set.of(), broad);
  }

  /** With those that its nested types import, for they stand in the same file. */
  private static Set<String> roomsImportedBy(JavaClass type) {
    Set<String> rooms = new TreeSet<>();
    for (JavaClass each : GATEWAY) {
      if (each.equals(type) || each.getName().startsWith(type.getName() + "$")) {
        for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
          rooms.add(room(dependency.getTargetClass().getBaseComponentType()));
        }
      }
    }
    rooms.remove("");
    rooms.remove(room(type));
    return rooms;
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
  void oneClassWritesToTheTerminal() {
    noClasses()
        .that()
        .doNotHaveSimpleName("TerminalWriter")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .because("what others wrote must not act on the terminal")
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

  /** What a request gets is signed from the claims of its token: docs/rules.md#links-and-tokens. */
  @Test
  void fullRightsBeginWithANotificationOnly() {
    String links = ROOT + ".links.";
    String notify = ROOT + ".notify.";
    String chats = ROOT + ".answer.chat.";
    onlyFrom(LinkTokens.class, "issue", links);
    onlyFrom(LinkClaims.class, "<init>", links);
    onlyFrom(LinkFactory.class, "granted", notify, chats);
    onlyFrom(LinkFactory.class, "reading", ROOT + ".ExchangeWiring");
    onlyFrom(LinkFactory.class, "forRequestor", notify);
    // The delivery of a short link says what the link was made with.
    onlyFrom(LinkClaims.class, "granted", links, chats, ROOT + ".http.TaskService");
  }

  private static void onlyFrom(Class<?> owner, String method, String... places) {
    noClasses()
        .that(
            DescribedPredicate.describe(
                "are none of " + List.of(places),
                type -> Stream.of(places).noneMatch(type.getName()::startsWith)))
        .should()
        .accessTargetWhere(
            DescribedPredicate.<JavaAccess<?>>describe(
                owner.getSimpleName() + "." + method,
                access ->
                    access.getTargetOwner().isEquivalentTo(owner)
                        && access.getName().equals(method)))
        .check(GATEWAY);
  }

  /** In the order of the room's package-info; the composition may import them all. */
  @TestFactory
  Stream<DynamicTest> packagesOfTheExchangeImportThoseBeforeThemOnly() {
    String room = ROOT + ".exchange";
    List<String> order =
        Stream.of(".format", "", ".files", ".read", ".late", ".write", ".watch", ".view", ".remote")
            .map(room::concat)
            .toList();
    return order.stream()
        .map(name ->
            DynamicTest.dynamicTest(
                name,
                () ->
                    noClasses()
                        .that()
                        .resideInAPackage(name)
                        .and()
                        .doNotHaveFullyQualifiedName(room + ".Exchange")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                            order
                                .subList(order.indexOf(name) + 1, order.size())
                                .toArray(String[]::new))
                        .check(GATEWAY)));
  }

  /** The door imports the groups, and these what all commands stand on. */
  @TestFactory
  Stream<DynamicTest> groupsOfCommandsKnowNeitherTheDoorNorEachOther() {
    String room = ROOT + ".cli";
    String shared = room + ".command";
    return GATEWAY.stream()
        .map(JavaClass::getPackageName)
        .filter(name -> name.startsWith(room + "."))
        .distinct()
        .map(name ->
            DynamicTest.dynamicTest(
                name,
                () ->
                    classes()
                        .that()
                        .resideInAPackage(name)
                        .should()
                        .onlyDependOnClassesThat(
                            DescribedPredicate.describe(
                                "of " + name + ", " + shared + " or other rooms",
                                type ->
                                    !within(type, "cli")
                                        || type.getPackageName().equals(name)
                                        || type.getPackageName().equals(shared)))
                        .check(GATEWAY)));
  }

  @Test
  void theseRulesBite() {
    // Routing needs the queue's values: a room without that permission would break its rule.
    ArchRule impossible = onlyImports(Room.of("routing"));
    assertThrows(AssertionError.class, () -> impossible.check(GATEWAY));
  }

  private static ArchRule onlyImports(Room room) {
    DescribedPredicate<JavaClass> foreign =
        DescribedPredicate.describe(
            "of another room",
            type ->
                isOfTheGateway(type)
                    && !room(type).equals(room.name())
                    && !room.mayImport().contains(room(type)));
    return noClasses()
        .that()
        .resideInAPackage(ROOT + "." + room.name() + "..")
        .should()
        .dependOnClassesThat(foreign);
  }

  private static boolean isOfTheGateway(JavaClass type) {
    return isInTheRoot(type) || type.getPackageName().startsWith(ROOT + ".");
  }

  private static boolean isInTheRoot(JavaClass type) {
    return type.getPackageName().equals(ROOT);
  }

  /** Empty for the root and for types of others. */
  private static String room(JavaClass type) {
    return ROOMS.stream().map(Room::name).filter(name -> within(type, name)).findFirst().orElse("");
  }

  private static boolean within(JavaClass type, String name) {
    String full = ROOT + "." + name;
    return type.getPackageName().equals(full) || type.getPackageName().startsWith(full + ".");
  }

  private static DescribedPredicate<JavaClass> inPackageOf(String prefix) {
    return DescribedPredicate.describe(
        "in " + prefix, type -> Objects.requireNonNull(type.getPackageName()).startsWith(prefix));
  }

  private static DescribedPredicate<JavaClass> notIn(String name) {
    return DescribedPredicate.describe(
        "not in " + name, type -> !type.getPackageName().startsWith(name));
  }
}
