package org.messgateway.gateway.channels.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Address;

/** What is broken costs only itself: a good jar lies beside each broken one. */
final class BrokenAdapterTest {

  @TempDir Path directory;

  private Path beside;
  private Path scratch;

  @BeforeEach
  void aGoodOne() throws IOException {
    beside = Files.createDirectory(directory.resolve("beside"));
    scratch = Files.createDirectory(directory.resolve("scratch"));
    ThirdParty.good(scratch, "good").jar(beside.resolve("good.jar"));
  }

  private DiscoveryProblem theOnlyProblem() {
    try (AdapterRegistry registry =
        AdapterRegistry.discover(beside, directory.resolve("no-such-folder"))) {
      assertTrue(registry.types().contains("good"));
      assertEquals(1, registry.problems().size(), registry.problems()::toString);
      DiscoveryProblem problem = registry.problems().getFirst();
      assertFalse(problem.stopsTheStart());
      return problem;
    }
  }

  private void assertProblem(String... words) {
    String told = theOnlyProblem().toString();
    for (String word : words) {
      assertTrue(told.contains(word), told);
    }
  }

  private JarMaker provider(String constructor) {
    return new JarMaker(scratch)
        .source("Bad", ThirdParty.provider("Bad", "bad", constructor, "null"))
        .service("Bad");
  }

  @Test
  void aProviderThatThrowsIsReported() throws Exception {
    provider("if (true) throw new IllegalStateException(\"no luck\");")
        .jar(beside.resolve("bad.jar"));
    assertProblem("bad.jar", "no luck");
  }

  @Test
  void aJarThatLacksAClassIsReported() throws Exception {
    provider("new Missing();")
        .forgotten("Missing", "class Missing {}")
        .jar(beside.resolve("bad.jar"));
    assertProblem("bad.jar", "Missing");
  }

  @Test
  void garbageIsReported() throws Exception {
    Files.write(beside.resolve("bad.jar"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    assertProblem("bad.jar", "no jar that can be read");
  }

  @Test
  void aHalfCopiedJarIsReported() throws Exception {
    byte[] whole = Files.readAllBytes(beside.resolve("good.jar"));
    Files.write(beside.resolve("bad.jar"), java.util.Arrays.copyOf(whole, whole.length / 2));
    assertProblem("bad.jar", "copy it again");
  }

  @Test
  void anEmptyFileIsReported() throws Exception {
    Files.createFile(beside.resolve("bad.jar"));
    assertProblem("bad.jar", "no jar that can be read");
  }

  @Test
  void aJarWithoutServiceFileIsReported() throws Exception {
    new JarMaker(scratch).source("Nothing", "class Nothing {}").jar(beside.resolve("bad.jar"));
    assertProblem("bad.jar", "META-INF/services/org.messgateway.api.AdapterProvider");
  }

  @Test
  void aServiceFileNamingAClassThatIsNotThereIsReported() throws Exception {
    new JarMaker(scratch).service("no.such.Provider").jar(beside.resolve("bad.jar"));
    assertProblem("bad.jar", "no.such.Provider");
  }

  @Test
  void aServiceFileNamingOurOwnClassIsReported() throws Exception {
    new JarMaker(scratch)
        .service("org.messgateway.gateway.channels.discovery.AdapterRegistry")
        .jar(beside.resolve("bad.jar"));
    assertProblem("bad.jar", "AdapterRegistry");
  }

  @Test
  void aJarCannotOfferAProviderOfTheParentAsItsOwn() throws Exception {
    new JarMaker(scratch)
        .service("org.messgateway.api.ProviderOfTheParent")
        .jar(beside.resolve("bad.jar"));
    assertProblem("bad.jar", "offers no adapter of its own");
  }

  @Test
  void aFolderWithoutJarsIsReported() throws Exception {
    Files.createDirectory(beside.resolve("empty"));
    assertProblem("empty", "holds no jar");
  }

  @Test
  void aTypeThatIsNoWordIsReported() throws Exception {
    ThirdParty.good(scratch, "Not a word").jar(beside.resolve("bad.jar"));
    assertProblem("bad.jar", "lower-case word");
  }

  @Test
  void aBrokenLineDoesNotHideTheNextOne() throws Exception {
    new JarMaker(scratch)
        .service("no.such.Provider")
        .source("Bad", ThirdParty.provider("Bad", "second", "", "null"))
        .service("Bad")
        .jar(beside.resolve("two.jar"));
    try (AdapterRegistry registry = AdapterRegistry.discover(beside, beside)) {
      assertTrue(registry.types().contains("second"));
      assertEquals(1, registry.problems().size());
    }
  }

  @Test
  void otherFilesAreLeftAlone() throws Exception {
    Files.writeString(beside.resolve("README.md"), "put jars here");
    Files.writeString(beside.resolve(".hidden.jar"), "half a download");
    try (AdapterRegistry registry = AdapterRegistry.discover(beside, beside)) {
      assertEquals(List.of(), registry.problems());
    }
  }

  @Test
  void twoProvidersOfOneTypeStopTheStartAndBothAreNamed() throws Exception {
    ThirdParty.good(scratch, "good").jar(beside.resolve("other.jar"));
    try (AdapterRegistry registry = AdapterRegistry.discover(beside, beside)) {
      DiscoveryProblem problem = registry.problems().getFirst();
      assertTrue(problem.stopsTheStart());
      assertTrue(problem.toString().contains("good.jar"), problem::toString);
      assertTrue(problem.toString().contains("other.jar"), problem::toString);
    }
  }

  @Test
  void whatAProviderThrowsLaterNamesTheJarAndTellsNoSecret() throws Exception {
    String throwing =
        "((java.util.function.Supplier<String>) () -> {"
            + " throw new IllegalArgumentException(\"xoxb-secret\"); }).get()";
    ThirdParty.saying(scratch, "rude", throwing).jar(beside.resolve("rude.jar"));
    try (AdapterRegistry registry = AdapterRegistry.discover(beside, beside)) {
      RegisteredProvider provider = registry.provider("rude").orElseThrow();
      AdapterFailure failure =
          assertThrows(AdapterFailure.class, () -> provider.checkAddress(Address.configured("x")));
      assertTrue(failure.toString().contains("rude.jar"), failure::toString);
      assertFalse(failure.toString().contains("xoxb"), failure::toString);
    }
  }
}
